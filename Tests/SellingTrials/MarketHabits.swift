import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketTestSupport

/// What a server with a mind of its own shows of what it was sent, and how.
struct MarketHabits: Sendable, Hashable {
  private var roundsWon = false
  private var trims = false
  private var decomposes = false
  private var reordersPhotos = false
  private var compressesPhotos = false
  private var saysNothingPastTheEnd = false

  /// A server that shows everything as it was sent.
  static let none = MarketHabits()

  private init() {}

  init(using random: inout SeededGenerator) {
    roundsWon = Bool.random(using: &random)
    trims = Bool.random(using: &random)
    decomposes = Bool.random(using: &random)
    reordersPhotos = Bool.random(using: &random)
    compressesPhotos = Int.random(in: 0..<4, using: &random) == 0
    saysNothingPastTheEnd = Bool.random(using: &random)
  }

  /// How it shows a text.
  func text(_ text: String) -> String {
    let text = trims ? text.trimmingCharacters(in: .whitespacesAndNewlines) : text
    return decomposes ? text.decomposedStringWithCanonicalMapping : text
  }

  /// How it shows a price in won.
  func price(_ price: Double) -> Double { roundsWon ? price.rounded() : price }

  /// How it shows what a response says.
  func applied(to response: TransportResponse) -> TransportResponse {
    guard self != .none, response.head.status.kind == .successful, case .data(let data) = response.body else {
      return response
    }
    if response.head.headerFields[.contentType]?.hasPrefix("image/") == true {
      return compressesPhotos ? response.with(data + [0]) : response
    }
    guard let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else { return response }
    var changed = json
    if let pages = json["pages"] as? [[String: Any]] {
      if pages.isEmpty, saysNothingPastTheEnd {
        return TransportResponse(head: HTTPResponse(status: .noContent), body: .data(Data()))
      }
      changed["pages"] = pages.map(product)
    } else {
      changed = product(json)
    }
    return (try? JSONSerialization.data(withJSONObject: changed)).map(response.with) ?? response
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

extension TransportResponse {
  /// The same with another body.
  fileprivate func with(_ body: Data) -> TransportResponse {
    var response = self
    response.body = .data(body)
    response.head.headerFields[.contentLength] = String(body.count)
    return response
  }
}
