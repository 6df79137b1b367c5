import Foundation
import OpenMarketAPI

/// A write as the file holds it: JSON of this shape.
///
/// Prices are decimal digits, because JSON numbers pass through `Double`.
struct WritePayload: Codable {
  /// The shape's version.
  static let version: Int64 = 1

  var name: String?
  var description: String?
  var price: String?
  var discountedPrice: String?
  var currency: String?
  var stock: Int?
  var thumbnailID: Int64?
  var photos: [StoredPhoto]?
  /// Fields beyond the contract, as JSON.
  var extra: String?
  var base: Base?
  /// The listing's title, when nothing else of the write has it; absent in writes of earlier versions.
  var listing: String?

  struct Base: Codable {
    var name: String?
    var description: String?
    var price: String?
    var discountedPrice: String?
    var currency: String?
    var stock: Int?
    var asOf: Int64?
  }

  init(_ write: PendingWrite) {
    self.init(write.fields ?? ProductChanges())
    switch write {
    case .create(_, let photos): self.photos = photos
    case .edit(_, let base):
      self.base = Base(
        name: base.name, description: base.description, price: base.price?.description,
        discountedPrice: base.discount?.description, currency: base.currency, stock: base.stock,
        asOf: base.asOf.map(Timestamp.milliseconds))
    case .delete: break
    }
  }

  private init(_ changes: ProductChanges) {
    name = changes.name
    description = changes.description
    price = changes.price?.description
    discountedPrice = changes.discount?.description
    currency = changes.currency?.rawValue
    stock = changes.stock
    thumbnailID = changes.thumbnailID?.rawValue
    extra = changes.extra.isEmpty ? nil : changes.extra.text
  }

  /// The write; `nil` when something that it needs is missing.
  func write(_ kind: PendingWrite.Kind) -> PendingWrite? {
    let prices = (price.flatMap { Decimal(string: $0) }, discountedPrice.flatMap { Decimal(string: $0) })
    switch kind {
    case .create:
      guard let name, let description, let price = prices.0, let discount = prices.1, let currency,
        let stock, let photos
      else { return nil }
      var draft = NewListing(
        name: name, description: description, price: price, discount: discount,
        currency: Currency(rawValue: currency), stock: stock)
      draft.extra = ExtraFields(text: extra ?? "")
      return .create(draft, photos: photos)
    case .edit:
      var changes = ProductChanges(
        name: name, description: description, price: prices.0, discount: prices.1,
        currency: currency.map(Currency.init(rawValue:)), stock: stock,
        thumbnailID: thumbnailID.map(ProductImage.ID.init(rawValue:)))
      changes.extra = ExtraFields(text: extra ?? "")
      return .edit(changes, base: base.map(EditBase.init) ?? EditBase())
    case .delete: return .delete
    }
  }
}

extension EditBase {
  fileprivate init(_ base: WritePayload.Base) {
    self.init()
    name = base.name
    description = base.description
    price = base.price.flatMap { Decimal(string: $0) }
    discount = base.discountedPrice.flatMap { Decimal(string: $0) }
    currency = base.currency
    stock = base.stock
    asOf = base.asOf.map(Timestamp.date)
  }
}

extension PendingWrite {
  /// The JSON of it; a title of the listing goes with it when the write itself has none.
  func encoded(listing: String? = nil) throws -> Data {
    var payload = WritePayload(self)
    if name == nil { payload.listing = listing }
    return try JSONEncoder().encode(payload)
  }

  /// - Returns: `nil` when `data` is not what this version writes.
  init?(_ kind: Kind, decoding data: Data, version: Int64) {
    guard version <= WritePayload.version,
      let payload = try? JSONDecoder().decode(WritePayload.self, from: data),
      let write = payload.write(kind)
    else { return nil }
    self = write
  }
}
