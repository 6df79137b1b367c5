import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketTestSupport

/// What a server with a mind of its own shows of what it was sent.
struct MarketHabits: Sendable {
  private var roundsWon = false
  private var trims = false
  private var decomposes = false
  private var reordersPhotos = false

  /// A server that shows everything as it was sent.
  static let none = MarketHabits()

  private init() {}

  init(using random: inout SeededGenerator) {
    roundsWon = Bool.random(using: &random)
    trims = Bool.random(using: &random)
    decomposes = Bool.random(using: &random)
    reordersPhotos = Bool.random(using: &random)
  }

  private var isNone: Bool { !roundsWon && !trims && !decomposes && !reordersPhotos }

  /// How it shows a text.
  func text(_ text: String) -> String {
    let text = trims ? text.trimmingCharacters(in: .whitespacesAndNewlines) : text
    return decomposes ? text.decomposedStringWithCanonicalMapping : text
  }

  /// How it shows a price in won.
  func price(_ price: Double) -> Double { roundsWon ? price.rounded() : price }

  /// How it shows what a response says.
  func applied(to response: TransportResponse) -> TransportResponse {
    guard !isNone, response.head.status.kind == .successful, case .data(let data) = response.body,
      let json = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) as? [String: Any]
    else { return response }
    var changed = json
    if let pages = json["pages"] as? [[String: Any]] {
      changed["pages"] = pages.map(product)
    } else {
      changed = product(json)
    }
    guard let bytes = try? JSONSerialization.data(withJSONObject: changed) else { return response }
    var response = response
    response.body = .data(bytes)
    response.head.headerFields[.contentLength] = String(bytes.count)
    return response
  }

  private func product(_ json: [String: Any]) -> [String: Any] {
    var json = json
    for key in ["name", "description"] {
      if let value = json[key] as? String { json[key] = text(value) }
    }
    if json["currency"] as? String == "KRW" {
      for key in ["price", "bargain_price", "discounted_price"] {
        if let value = json[key] as? Double { json[key] = price(value) }
      }
    }
    if reordersPhotos, let images = json["images"] as? [[String: Any]] {
      json["images"] = Array(images.reversed())
    }
    return json
  }
}
