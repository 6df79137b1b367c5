import Foundation
import OpenMarketHTTP

/// The JSON of a write, as generation 2 spells it.
///
/// A field that is `nil` is not sent.
struct ListingJSON: Sendable {
  private let changes: ProductChanges
  private let secret: Secret

  init(_ changes: ProductChanges, secret: Secret) { (self.changes, self.secret) = (changes, secret) }

  /// The bytes, with sorted keys, so that the same fields always give the same bytes.
  func json() -> Data {
    func composed(_ text: String?) -> String? {
      text.map { JSONText.string($0.precomposedStringWithCanonicalMapping) }
    }
    var fields: [(name: String, value: String?)] = [
      ("currency", (changes.currency?.rawValue).map(JSONText.string)),
      ("description", composed(changes.description)), ("discounted_price", changes.discount?.description),
      ("name", composed(changes.name)), ("price", changes.price?.description),
      ("secret", JSONText.string(secret.reveal())), ("stock", changes.stock?.description),
      ("thumbnail_id", changes.thumbnailID?.description),
    ]
    if !changes.extra.isEmpty {
      fields += changes.extra.values.map { ($0.name, $0.json) }
      fields.sort { $0.name.precedesByBytes($1.name) }
    }
    return Data(JSONText.object(fields).utf8)
  }
}
