import Foundation
import OpenMarketHTTP

extension ProductChanges {
  /// The JSON of a write, as generation 2 spells it: with sorted keys, so that the same fields always give the same bytes.
  ///
  /// A field that is `nil` is not sent.
  func json(secret: Secret) -> Data {
    func composed(_ text: String?) -> String? {
      text.map { JSONText.string($0.composed) }
    }
    var fields: [(name: String, value: String?)] = [
      ("currency", (currency?.rawValue).map(JSONText.string)), ("description", composed(description)),
      ("discounted_price", discount?.description), ("name", composed(name)), ("price", price?.description),
      ("secret", JSONText.string(secret.reveal())), ("stock", stock?.description),
      ("thumbnail_id", thumbnailID?.description),
    ]
    if !extra.isEmpty {
      fields += extra.values.map { ($0.name, $0.json) }
      fields.sort { $0.name.precedesByBytes($1.name) }
    }
    return Data(JSONText.object(fields).utf8)
  }
}
