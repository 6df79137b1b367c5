import Foundation
import OpenMarketTestSupport
import Testing

@testable import OpenMarketHTTP

@Suite struct EventJSONTests {
  private static func full() -> EventRecord {
    var record = EventRecord(
      kind: "submission", cause: MarketEvent.Cause(id: 7, name: "delivery", parentID: 3))
    (record.number, record.date) = (9, Date(timeIntervalSince1970: 1_700_000_000.25))
    (record.request, record.method, record.template) = (4, "GET", "/api/products/{id}")
    (record.outcome, record.status, record.attempts, record.count) = ("waiting", 503, 2, 5)
    (record.bytes, record.duration, record.failure) = (17, .microseconds(12_345), "serverFailure")
    (record.submission, record.product) = (1, -1)
    record.nextAttempt = Date(timeIntervalSince1970: 1_700_000_001.5)
    return record
  }

  @Test("what is written is read again, and has the documented form", arguments: [true, false])
  func roundTrip(isFull: Bool) throws {
    var record = Self.full()
    if !isFull {
      record = EventRecord(kind: "stored", cause: nil)
      record.date = Date(timeIntervalSince1970: 0)
    }
    let line = try EventJSON.line(record)
    #expect(line.last == UInt8(ascii: "\n") && line.dropLast().firstIndex(of: UInt8(ascii: "\n")) == nil)
    #expect(try EventJSON.decoder.decode(EventRecord.self, from: line) == record)
    let document = try OpenAPIDocument.ofRepository()
    let violations = try document.violations(
      of: JSONValue(json: line), againstFile: "json/cli-inspect.schema.json")
    #expect(violations.isEmpty)
  }

  @Test("the archive of events holds the ends of requests, with templates for paths")
  func archive() throws {
    var begin = Self.full()
    begin.kind = "requestStarted"
    var end = Self.full()
    (end.kind, end.outcome) = ("requestFinished", "network")
    let data = try EventArchive.data(of: [begin, end, Self.full()], server: "http://market.test")
    let recording = try Recording(data)
    let entry = try #require(recording.entries.first)
    #expect(recording.entries.count == 1)
    #expect(entry.request.url == "http://market.test/api/products/{id}" && entry.request.method == "GET")
    #expect(entry.response.status == 503 && entry.time == 12.345 && entry.error?.code == "serverFailure")
    #expect(entry.startedDateTime == EventJSON.text(of: end.date - 0.012345))
  }

  @Test("a cause knows which it follows, also across tasks")
  func causes() async {
    await MarketEvent.withCause("push") {
      let first = MarketEvent.Cause.current
      await MarketEvent.withCause("read") {
        let inner = await Task { MarketEvent.Cause.current }.value
        #expect(inner?.name == "push › read" && inner?.parentID == first?.id && inner?.id != first?.id)
      }
    }
    #expect(MarketEvent.Cause.current == nil)
  }
}
