import Foundation
import OpenMarketAPI
import OpenMarketPacing

/// A write as the file holds it: JSON of this shape.
///
/// Prices are decimal digits, because JSON numbers pass through `Double`. A class, because the base of an edit has the same
/// shape.
final class WritePayload: Codable {
  static let version: Int64 = 1

  private let name: String?
  private let description: String?
  private let price: String?
  private let discountedPrice: String?
  private let currency: Currency?
  private let stock: Int?
  private let thumbnailID: Int64?
  private var photos: [StoredPhoto]?
  /// Fields beyond the contract, as JSON.
  private let extra: String?
  private var base: WritePayload?
  /// Of a base alone.
  private var asOf: Int64?
  /// The same; absent in writes of earlier versions.
  private var enqueuedAt: String?
  /// The listing's title, when nothing else of the write has it; absent in writes of earlier versions.
  private(set) var listing: String?

  fileprivate convenience init(_ write: PendingWrite, listing: String?) {
    self.init(write.fields ?? ProductChanges())
    if write.name == nil { self.listing = listing }
    switch write {
    case .create(_, let photos): self.photos = photos
    case .edit(_, let base):
      let payload = WritePayload(base.fields)
      payload.asOf = base.asOf.map(Timestamp.milliseconds)
      payload.enqueuedAt = base.enqueuedAt?.description
      self.base = payload
    case .delete: break
    }
  }

  private init(_ changes: ProductChanges) {
    name = changes.name
    description = changes.description
    price = changes.price?.description
    discountedPrice = changes.discount?.description
    currency = changes.currency
    stock = changes.stock
    thumbnailID = changes.thumbnailID?.rawValue
    extra = changes.extra.isEmpty ? nil : changes.extra.text
  }

  private var changes: ProductChanges {
    var changes = ProductChanges(
      name: name, description: description, price: price.flatMap { Decimal(string: $0) },
      discount: discountedPrice.flatMap { Decimal(string: $0) }, currency: currency, stock: stock,
      thumbnailID: thumbnailID.map(ProductImage.ID.init(rawValue:)))
    changes.extra = ExtraFields(text: extra ?? "")
    return changes
  }

  /// The write; `nil` when something that it needs is missing.
  fileprivate func write(_ kind: PendingWrite.Kind) -> PendingWrite? {
    let changes = changes
    switch kind {
    case .create:
      guard let name, let description, let price = changes.price, let discount = changes.discount,
        let currency, let stock, let photos
      else { return nil }
      var draft = NewListing(
        name: name, description: description, price: price, discount: discount, currency: currency,
        stock: stock)
      draft.extra = changes.extra
      return .create(draft, photos: photos)
    case .edit:
      var known = EditBase()
      if let base {
        (known.fields, known.asOf) = (base.changes, base.asOf.map(Timestamp.date))
        known.enqueuedAt = base.enqueuedAt.flatMap { Uptime($0) }
      }
      return .edit(changes, base: known)
    case .delete: return .delete
    }
  }
}

extension PendingWrite {
  /// The JSON of it; a title of the listing goes with it when the write itself has none.
  func encoded(listing: String? = nil) throws -> Data {
    try JSONEncoder().encode(WritePayload(self, listing: listing))
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
