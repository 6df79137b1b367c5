import Foundation
import Testing

@testable import OpenMarket

private func moment(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

@Test(
  "days are counted by the calendar of the time zone, and the future is today",
  arguments: [
    ("2024-03-11T00:00:00Z", "2024-03-11T00:00:00Z", "오늘", "오늘"),
    ("2024-03-11T00:00:00Z", "2024-03-11T23:59:59Z", "오늘", "1일 전"),
    ("2024-03-11T23:59:59Z", "2024-03-12T00:00:00Z", "1일 전", "오늘"),
    ("2024-02-28T00:00:00Z", "2024-03-01T12:00:00Z", "2일 전", "2일 전"),
    ("2023-12-31T15:00:00Z", "2024-01-01T14:59:59Z", "1일 전", "오늘"),
    ("2022-03-11T00:00:00Z", "2024-03-11T00:00:00Z", "731일 전", "731일 전"),
    ("2024-03-12T00:00:00Z", "2024-03-11T00:00:00Z", "오늘", "오늘"),
    ("2124-03-12T00:00:00Z", "2024-03-11T00:00:00Z", "오늘", "오늘"),
    ("1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z", "1일 전", "오늘"),
  ])
func koreanDays(date: String, now: String, inUTC: String, inSeoul: String) throws {
  let (date, now) = (try moment(date), try moment(now))
  #expect(KoreanDayStyle(now: now).format(date) == inUTC)
  let seoul = try #require(TimeZone(identifier: "Asia/Seoul"))
  #expect(KoreanDayStyle(now: now, timeZone: seoul).format(date) == inSeoul)
}

@Test("a day of 23 or 25 hours is one day")
func daylightSaving() throws {
  let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
  let style = KoreanDayStyle(now: try moment("2024-04-01T00:30:00+02:00"), timeZone: zone)
  #expect(style.format(try moment("2024-03-31T00:30:00+01:00")) == "1일 전")
  #expect(style.format(try moment("2024-03-30T23:30:00+01:00")) == "2일 전")
}

@Test(
  "dates no calendar knows do not end the process",
  arguments: [Double.infinity, -.infinity, .nan, .greatestFiniteMagnitude, -.greatestFiniteMagnitude])
func strangeDates(seconds: Double) {
  let strange = Date(timeIntervalSince1970: seconds)
  #expect(!KoreanDayStyle(now: .now).format(strange).isEmpty)
  #expect(!KoreanDayStyle(now: strange).format(.now).isEmpty)
}

@Test(
  "a product changed after the day of its listing is brought up again, and counts from the change",
  arguments: [
    ("2024-03-11T00:00:00Z", "2024-03-11T00:00:00Z", "오늘"),
    ("2024-03-08T00:00:00Z", "2024-03-08T00:00:00Z", "3일 전"),
    ("2024-03-01T00:00:00Z", "2024-03-11T00:00:00Z", "끌올 오늘"),
    ("2024-03-01T00:00:00Z", "2024-03-10T00:00:00Z", "끌올 1일 전"),
    (nil, "2024-03-10T00:00:00Z", "1일 전"),
    ("2024-03-10T00:00:00Z", nil, "1일 전"),
    (nil, nil, nil),
  ] as [(String?, String?, String?)])
func listingAge(listed: String?, changed: String?, expected: String?) throws {
  let product = Product(
    id: 1, vendorID: 7, name: "의자", currency: .krw, price: 1000, stock: 1,
    createdAt: try listed.map(moment), updatedAt: try changed.map(moment))
  let now = try moment("2024-03-11T12:00:00Z")
  #expect(product.koreanListingAge(now: now) == expected)
}
