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
  func record(_ query: Query) async -> MockResponse {
    let known = ConsoleRecorder.Mark(query)
    let seconds = min(max(query.number("wait"), 0), 25)
    if seconds > 0, await !recorder.waitForMore(than: known, atMost: .seconds(seconds)) {
      return .error(.tooManyRequests, "\(ConsoleRecorder.mostReaders) readers wait already.")
    }
    let mark = recorder.mark
    let after = known.epoch == mark.epoch ? known.exchange : 0
    let found = recorder.entries(after: after, count: Self.mostLines, epoch: mark.epoch)
    var json = JSONBytes(capacity: 64 << 10)
    json.raw(#"{"epoch":\#(mark.epoch),"change":\#(mark.change),"last":\#(mark.exchange)"#)
    json.raw(#","effects":\#(market.lastEffect),"first":\#(found?.first ?? 1),"lines":"#)
    json.array((found?.entries ?? []).enumerated()) {
      $0.element.write(index: (found?.first ?? 1) + $0.offset, to: &$1)
    }
    json.raw(",\"app\":")
    recorder.writeApp(after: known, count: Self.mostLines, to: &json)
    json.raw("}")
    return .json(.ok, json)
  }

  func exchange(_ query: Query) -> MockResponse {
    guard let detail = recorder.detail(query.number("index"), epoch: query.number("epoch")) else {
      return .error(.notFound, "Only the latest exchanges are held in full.")
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
    return .json(.ok, json)
  }

  /// The effects after the one that `query` names, with the requests that had them.
  func ledger(_ query: Query) -> MockResponse {
    let effects = market.effects(after: query.number("after")).prefix(Self.mostEffects)
    var json = JSONBytes(capacity: 8 << 10)
    json.array(effects) { effect, json in
      let product = effect.product
      json.raw(#"{"sequence":\#(effect.sequence),"request":\#(effect.request),"kind":"\#(effect.kind)""#)
      json.raw(#","product":\#(effect.productID.rawValue),"vendor":\#(effect.vendorID)"#)
      json.raw(
        #","name":\#(json: product.name),"price":\#(product.price),"currency":\#(json: product.currency)"#)
      json.raw(#","stock":\#(product.stock),"time":\#(json: effect.time.rfc3339)}"#)
    }
    return .json(.ok, json)
  }

  func setUp() -> MockResponse {
    let configuration = recorder.journal.configuration
    var json = JSONBytes()
    json.raw(#"{"seed":\#(configuration.seed),"productCount":\#(max(0, configuration.productCount))"#)
    json.raw(#","mode":"\#(configuration.validation.rawValue)","version":"\#(MarketplaceMock.version)""#)
    json.raw(#","honoursIdempotencyKeys":\#(configuration.honoursIdempotencyKeys),"vendors":"#)
    json.array(configuration.vendors) { vendor, json in
      json.raw(#"{"id":\#(vendor.id.rawValue),"name":\#(json: vendor.name)"#)
      json.raw(#","identifier":\#(json: vendor.identifier),"secret":\#(json: vendor.secret)}"#)
    }
    json.raw("}")
    return .json(.ok, json)
  }

  /// The test in Swift that repeats what was done.
  func swiftTest() -> MockResponse {
    MockResponse(
      head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain; charset=utf-8"]),
      body: Data(SwiftTest(recorder.journal, effects: market.ledger).text.utf8))
  }
}

extension ConsoleRecorder.Mark {
  /// The place that a reader names; 0 stands for a number that is missing.
  init(_ query: Query) {
    self.init(
      epoch: query.number("epoch"), exchange: query.number("after"), change: query.number("change"),
      event: query.number("event"), appChange: query.number("app"))
  }
}
