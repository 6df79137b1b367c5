import Foundation
import HTTPTypes
import OpenMarketTestSupport
import Testing

@testable import OpenMarketHTTP

@Suite struct RetryAfterTests {
  static let now = Date(timeIntervalSince1970: 784_111_777 - 30)  // 30 s before the RFC's example date.

  @Test(
    "Retry-After is understood in seconds and in all three forms of dates",
    arguments: [
      ("0", Duration.zero), ("120", .seconds(120)), ("99999999999999999999", .seconds(1 << 31)),
      ("Sun, 06 Nov 1994 08:49:37 GMT", .seconds(30)), ("Sunday, 06-Nov-94 08:49:37 GMT", .seconds(30)),
      ("Sun Nov  6 08:49:37 1994", .seconds(30)), ("Sat, 05 Nov 1994 08:49:37 GMT", .zero),
      // An application's and its gateway's, as one list.
      ("30, 30", .seconds(30)), ("5, 120", .seconds(120)), ("30, soon", nil),
      ("0.129", .seconds(1)), ("1.5", .seconds(2)), ("120.0", .seconds(120)), ("1.", nil), (".5", nil),
      ("1.5.2", nil), ("", nil), ("-1", nil), ("soon", nil), ("Sun, 31 Feb 1994 08:49:37 GMT", nil),
      ("Sun, 06 Nov 1994 24:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49:37 CET", nil),
      ("Sun, 06 Now 1994 08:49:37 GMT", nil),
    ] as [(String, Duration?)])
  func forms(text: String, delay: Duration?) {
    #expect(RetryAfter.delay(in: [.retryAfter: text], now: Self.now) == delay)
  }

  @Test(
    "Two numbers of seconds are no date",
    arguments: [("30, 30", false), ("Sun, 06 Nov 1994 08:49:37 GMT", true)])
  func date(text: String, isDate: Bool) { #expect(RetryAfter.isDate(in: [.retryAfter: text]) == isDate) }

  @Test("An error says when the server may be asked again")
  func description() async throws {
    let response = ScriptedTransport.Reply.response(503, [.retryAfter: "3600"])
    try await ScriptedTransport.play([.get("/things/7", response)]) { transport in
      let error = try await httpError { try await plainClient(transport).send(ShowThing(id: "7")) }
      #expect(error.description.hasSuffix(" [GET /things/{id} → 503, Retry-After 3600 s]"), "\(error)")
    }
  }

  @Test("A date is measured from the response's own date, so that a wrong clock here does not matter")
  func serverClock() {
    let fields: HTTPFields = [
      .retryAfter: "Sun, 06 Nov 1994 08:49:37 GMT", .date: "Sun, 06 Nov 1994 08:49:30 GMT",
    ]
    #expect(RetryAfter.delay(in: fields, now: Date(timeIntervalSince1970: 0)) == .seconds(7))
  }

  @Test(
    "A two-digit year lies at most 50 years ahead",
    arguments: [("44", 2044), ("75", 2075), ("77", 1977), ("99", 1999)])
  func centuries(digits: String, year: Int) throws {
    let now = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01
    let date = try #require(HTTPDate.parse("Sunday, 06-Nov-\(digits) 08:49:37 GMT", now: now))
    let calendar = Calendar(identifier: .gregorian)
    #expect(calendar.component(.year, from: date) == year)
  }

  @Test("Every day from 1900 to 2100 is read as the calendar has it")
  func days() throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    for day in stride(from: -25_567, through: 47_847, by: 7) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 12_345)
      #expect(HTTPDate.parse(formatter.string(from: date), now: Self.now) == date)
    }
  }
}
