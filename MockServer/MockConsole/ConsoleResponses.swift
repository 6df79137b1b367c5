import Foundation
import HTTPTypes
import OpenMarketMock

/// The console's own data, as JSON. All of it is for the page beside it, so its form is no promise.
extension MockConsole {
  /// Exchanges, and events of the app, that a response has at most.
  static let mostLines = 1_000
  /// Effects that a response has at most.
  private static let mostEffects = 1_000

  /// The record from the place that `query` names on, as soon as there is more.
  func record(_ query: [String: String]) async -> MockResponse {
    let known = ConsoleRecorder.Mark(query)
    let seconds = min(max(query["wait"].flatMap(Int.init) ?? 0, 0), 25)
    if seconds > 0, await !recorder.waitForMore(than: known, atMost: .seconds(seconds)) {
      return refused(.tooManyRequests, "\(ConsoleRecorder.mostReaders) readers wait already.")
    }
    let mark = recorder.mark
    let after = known.epoch == mark.epoch ? known.exchange : 0
    let found = recorder.lines(after: after, count: Self.mostLines, epoch: mark.epoch)
    var json = JSONBytes(capacity: 64 << 10)
    json.raw("{\"epoch\":\(mark.epoch),\"change\":\(mark.change),\"last\":\(mark.exchange)")
    json.raw(",\"effects\":\(market.lastEffect),\"first\":\(found?.first ?? 1),\"lines\":")
    json.array((found?.lines ?? []).enumerated()) {
      $0.element.write(index: (found?.first ?? 1) + $0.offset, to: &$1)
    }
    json.raw(",\"app\":")
    recorder.writeApp(after: known, count: Self.mostLines, to: &json)
    json.raw("}")
    return Self.json(json)
  }

  /// Fields and bodies of one exchange.
  func exchange(_ query: [String: String]) -> MockResponse {
    let number = { query[$0].flatMap(Int.init) ?? 0 }
    guard let detail = recorder.detail(number("index"), epoch: number("epoch")) else {
      return refused(.notFound, "Only the latest exchanges are held in full.")
    }
    let secrets = SecretFilter(market.configuration.vendors)
    var json = JSONBytes(capacity: 8 << 10)
    for (opening, fields, body) in [
      ("{\"request\":", detail.requestFields, detail.requestBody),
      (",\"response\":", detail.responseFields, detail.responseBody),
    ] {
      json.raw(opening + "{\"fields\":")
      json.array(fields) { field, json in
        json.array([field.name.rawName, field.value]) { $1.string($0) }
      }
      json.raw(",\"body\":")
      body.write(without: secrets, to: &json)
      json.raw("}")
    }
    json.raw("}")
    return Self.json(json)
  }

  /// The effects after the one that `query` names, with the requests that had them.
  func ledger(_ query: [String: String]) -> MockResponse {
    let effects = market.effects(after: query["after"].flatMap(Int.init) ?? 0).prefix(Self.mostEffects)
    var json = JSONBytes(capacity: 8 << 10)
    json.array(effects) { effect, json in
      json.raw("{\"sequence\":\(effect.sequence),\"request\":\(effect.request),\"kind\":")
      json.string("\(effect.kind)")
      json.raw(",\"product\":\(effect.productID.rawValue),\"vendor\":\(effect.vendorID),\"name\":")
      json.string(effect.product.name)
      json.raw(",\"price\":\(effect.product.price),\"currency\":")
      json.string(effect.product.currency)
      json.raw(",\"stock\":\(effect.product.stock),\"time\":")
      json.string(effect.time.rfc3339)
      json.raw("}")
    }
    return Self.json(json)
  }

  /// How the market is set up, and whose it is.
  func setUp() -> MockResponse {
    let journal = recorder.journal
    var json = JSONBytes()
    json.raw("{\"seed\":\(journal.seed),\"productCount\":\(journal.productCount),\"mode\":")
    json.string(journal.validation.rawValue)
    json.raw(",\"honoursIdempotencyKeys\":\(journal.honoursIdempotencyKeys),\"version\":")
    json.string(MarketplaceMock.version)
    json.raw(",\"vendors\":")
    json.array(journal.vendors) { vendor, json in
      json.raw("{\"id\":\(vendor.id.rawValue)")
      for (name, text) in [
        ("name", vendor.name), ("identifier", vendor.identifier), ("secret", vendor.secret),
      ] {
        json.raw(",\"\(name)\":")
        json.string(text)
      }
      json.raw("}")
    }
    json.raw("}")
    return Self.json(json)
  }

  /// The test in Swift that repeats what was done.
  func swiftTest() -> MockResponse {
    MockResponse(
      head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain; charset=utf-8"]),
      body: Data(SwiftTest(recorder.journal, effects: market.ledger).text.utf8))
  }

  /// An error with the contract's body.
  func refused(_ status: HTTPResponse.Status, _ message: String) -> MockResponse {
    var json = JSONBytes()
    json.raw("{\"code\":\(status.code),\"message\":")
    json.string(message)
    json.raw("}")
    return Self.json(json, status)
  }

  private static func json(_ json: JSONBytes, _ status: HTTPResponse.Status = .ok) -> MockResponse {
    MockResponse(
      head: HTTPResponse(status: status, headerFields: [.contentType: "application/json"]),
      body: Data(json.bytes))
  }
}

extension ConsoleRecorder.Mark {
  /// The place that a reader names; 0 stands for a number that is missing.
  init(_ query: [String: String]) {
    let number = { query[$0].flatMap(Int.init) ?? 0 }
    self.init(
      epoch: number("epoch"), exchange: number("after"), change: number("change"), event: number("event"),
      appChange: number("app"))
  }
}
