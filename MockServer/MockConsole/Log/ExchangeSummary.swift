import Foundation
import HTTPTypes
import OpenMarketMock

/// One line of the console's log: small, as very many are held.
struct ExchangeSummary: Sendable {
  /// The number in the market's request log, by order of arrival.
  var sequence: Int
  /// When there was a response, by the system's clock.
  var time: Date
  var method: String
  var target: String
  /// The response's status, also of one that a fault has hidden from the client.
  var status: Int
  /// How the response travelled, unless as it should.
  var delivery: String?
  /// Waited before anything was sent, in milliseconds.
  var delay: Int
  var fault: String?
  var isReplayed: Bool
  var requestSize: Int
  /// The request's body was longer than the market accepts.
  var exceedsLimit: Bool
  var responseSize: Int
  /// Of a request that carries an identifier that the market has.
  var vendorID: Int64?
  var key: String?
  /// Tells bodies apart.
  var digest: String?

  /// Characters of a method, a target or a key that are held.
  private static let longest = (method: 32, target: 512, key: 255)

  init(
    _ entry: LoggedRequest, _ request: MockRequest, _ response: MockResponse, vendorID: Int64?, at time: Date
  ) {
    sequence = entry.sequence
    self.time = time
    method = Self.cut(entry.method.rawValue, Self.longest.method)
    target = Self.cut(entry.target, Self.longest.target)
    status = response.head.status.code
    delivery = response.delivery.name
    delay = Int(min(response.delay / .milliseconds(1), 1e12))
    fault = entry.fault
    isReplayed = entry.isReplayed
    requestSize = request.body.count
    exceedsLimit = request.bodyExceedsLimit
    responseSize = response.body.count
    self.vendorID = vendorID
    let isWrite = ![HTTPRequest.Method.get, .head].contains(entry.method)
    key = isWrite ? entry.headers[.idempotencyKey].map { Self.cut($0, Self.longest.key) } : nil
    digest = isWrite ? entry.bodyDigest : nil
  }

  private static func cut(_ text: String, _ count: Int) -> String {
    text.utf8.count <= count ? text : String(text.prefix(count)) + "…"
  }

  /// Appends the entry numbered `index`; what is as usual is left out.
  func write(index: Int, to json: inout JSONBytes) {
    let time = Int(time.timeIntervalSince1970 * 1000)
    json.raw(#"{"index":\#(index),"sequence":\#(sequence),"time":\#(time),"status":\#(status)"#)
    json.raw(#","requestSize":\#(requestSize),"responseSize":\#(responseSize)"#)
    json.raw(#","method":\#(json: method),"target":\#(json: target)"#)
    for (name, text) in [("fault", fault), ("delivery", delivery), ("key", key), ("digest", digest)] {
      if let text { json.raw(#","\#(name)":\#(json: text)"#) }
    }
    if delay > 0 { json.raw(#","delay":\#(delay)"#) }
    if isReplayed { json.raw(#","replayed":true"#) }
    if exceedsLimit { json.raw(#","tooLarge":true"#) }
    if let vendorID { json.raw(#","vendor":\#(vendorID)"#) }
    json.raw("}")
  }
}

extension MockResponse.Delivery {
  /// As the console calls it; `nil` for what is as it should be.
  fileprivate var name: String? { self == .normal ? nil : String("\(self)".prefix { $0 != "(" }) }
}
