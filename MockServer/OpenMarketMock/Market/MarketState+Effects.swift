import Foundation
import HTTPTypes
import OpenMarketAPI
import OpenMarketHTTP

/// The four things a vendor can do, each of which makes at most one ledger entry.
extension MarketState {
  mutating func create(_ form: CreateForm, _ context: EffectContext) throws(Refusal) -> ProductRecord {
    let fields = try form.fields(validation)
    try authorize(context.vendor, secret: fields.secret)
    try fields.check(validation, imageCount: form.images.count)
    var imageID = table.nextImageID
    let images = form.images.map { image in
      defer { imageID += 1 }
      return ImageRecord(
        id: imageID, originName: "\(names.hexName())_origin\(image.fileExtension)",
        thumbnailName: "\(names.hexName())_thumb\(image.fileExtension)", issuedDay: context.today,
        content: .uploaded(bytes: image.bytes, contentType: image.contentType))
    }
    let record = ProductRecord(
      id: table.nextID, vendorID: context.vendor.id.rawValue, vendorName: context.vendor.name,
      name: fields.name ?? "", description: fields.description, currency: fields.currency ?? "",
      price: fields.price ?? 0, discount: fields.discount ?? 0,
      stock: Int32(fields.stock ?? 0), createdDay: context.today, issuedDay: context.today,
      images: images, thumbnailIndex: 0, extra: fields.extra.filter { $1 != .null })
    table.insert(record)
    note(.created, record, context)
    return record
  }

  mutating func edit(
    _ id: String, _ body: Result<JSONValue, Refusal>, _ context: EffectContext
  ) throws(Refusal) -> ProductRecord {
    var record = try product(id)
    let json = try body.get().object("The body")
    let changes = try ProductFields(json)
    let thumbnailID = try json.looseNumber("thumbnail_id")
    try authorize(context.vendor, secret: changes.secret, owns: record)
    let merged = changes.merged(over: record)
    try merged.check(validation, imageCount: record.images.count)
    if let thumbnailID {
      guard let index = record.images.firstIndex(where: { Double($0.id) == thumbnailID }) else {
        throw .badRequest("thumbnail_id must be the id of one of the product's images.")
      }
      record.thumbnailIndex = index
    }
    record.name = merged.name ?? record.name
    record.description = merged.description
    record.currency = merged.currency ?? record.currency
    record.price = merged.price ?? record.price
    record.discount = merged.discount ?? record.discount
    record.stock = Int32(merged.stock ?? 0)
    record.extra = record.extra.merging(changes.extra) { $1 }.filter { $1 != .null }
    record.issuedDay = context.today
    table.insert(record)
    note(.edited, record, context)
    return record
  }

  mutating func archive(
    _ id: String, _ body: Result<JSONValue, Refusal>, _ vendor: MarketplaceMock.Vendor
  ) throws(Refusal) -> String {
    let record = try product(id)
    guard let secret = try body.get().object("The body").string("secret") else {
      throw .badRequest("secret is missing.")
    }
    try authorize(vendor, secret: secret, owns: record)
    // No number, and safe in a path.
    let key = "d" + names.hexName()
    deletions[key] = record.id
    return key
  }

  mutating func delete(_ key: String, _ context: EffectContext) throws(Refusal) -> ProductRecord {
    guard let id = deletions[key], let record = table.record(id: id) else {
      throw .notFound("No product is to be deleted by this path; ask /archived for one.")
    }
    guard record.vendorID == context.vendor.id.rawValue else {
      throw Refusal(.forbidden, "The product belongs to another vendor.")
    }
    deletions = deletions.filter { $0.value != id }
    _ = table.remove(id: id)
    note(.deleted, record, context)
    return record
  }

  /// The product with the id in a path, which may be any text.
  private func product(_ id: String) throws(Refusal) -> ProductRecord {
    guard let number = Int64(productID: id), let record = table.record(id: number) else {
      throw .notFound("No product has this id.")
    }
    return record
  }

  private func authorize(
    _ vendor: MarketplaceMock.Vendor, secret: String, owns record: ProductRecord? = nil
  ) throws(Refusal) {
    // By bytes, as servers do it.
    guard Secret(vendor.secret) == Secret(secret) else { throw Refusal(.forbidden, "The secret is wrong.") }
    if let record, record.vendorID != vendor.id.rawValue {
      throw Refusal(.forbidden, "The product belongs to another vendor.")
    }
  }

  private mutating func note(_ kind: Effect.Kind, _ record: ProductRecord, _ context: EffectContext) {
    let scope = context.key.map {
      IdempotencyRecords.Scope(identifier: context.vendor.identifier, key: $0)
    }
    let effect = Effect(
      sequence: ledger.nextSequence, kind: kind, productID: Product.ID(rawValue: record.id),
      vendorID: record.vendorID,
      product: ListedFields(record), idempotencyKey: context.key,
      requestCount: scope.flatMap(keys.requestCount) ?? 1, request: context.request, time: context.now)
    ledger.append(LedgerEntry(effect: effect, scope: scope))
  }
}

extension ProductFields {
  /// Returns the product's fields after these changes.
  func merged(over record: ProductRecord) -> ProductFields {
    var merged = self
    merged.name = name ?? record.name
    merged.description = description ?? record.description
    merged.currency = currency ?? record.currency
    merged.price = price ?? record.price
    merged.discount = discount ?? record.discount
    merged.stock = stock ?? Double(record.stock)
    return merged
  }
}

extension Int64 {
  /// The number in a path: digits only.
  init?(productID text: String) {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    self.init(text)
  }
}
