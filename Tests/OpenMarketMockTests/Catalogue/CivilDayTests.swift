import Foundation
import OpenMarketTestSupport
import Testing

@testable import OpenMarketMock

@Suite("Civil days")
struct CivilDayTests {
  @Test(
    "a moment falls on its UTC day",
    arguments: [
      (0, "1970-01-01"), (-1, "1969-12-31"), (86_399, "1970-01-01"), (86_400, "1970-01-02"),
      (951_782_400, "2000-02-29"), (1_709_164_800, "2024-02-29"), (4_102_444_800, "2100-01-01"),
      (-86_400, "1969-12-31"), (-86_401, "1969-12-30"),
    ] as [(TimeInterval, String)])
  func days(seconds: TimeInterval, text: String) {
    let day = CivilDay(Date(timeIntervalSince1970: seconds))
    #expect(day.text(separator: "-") == text)
    #expect(day.text() == text.filter { $0 != "-" })
  }

  @Test("days agree with Foundation's calendar")
  func agreesWithFoundation() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    var random = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let seconds = Int64.random(in: -10_000_000_000...100_000_000_000, using: &random)
      let moment = Date(timeIntervalSince1970: Double(seconds))
      let parts = calendar.dateComponents([.year, .month, .day], from: moment)
      let text = String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
      #expect(CivilDay(moment).text(separator: "-") == text, "\(seconds), seed 1")
    }
  }

  @Test("the ends of time clamp", arguments: [Double(Int64.min), Double(Int64.max)])
  func clamps(seconds: TimeInterval) {
    #expect(!CivilDay(Date(timeIntervalSince1970: seconds)).text().isEmpty)
  }
}

@Suite("Seeded random numbers")
struct SplitMix64Tests {
  @Test("the numbers are those of the published algorithm")
  func referenceValues() {
    var random = SplitMix64(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    #expect(expected.map { _ in random.next() } == expected)
  }

  @Test("unmixing undoes mixing")
  func unmix() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<1000 {
      let number = random.next()
      #expect(SplitMix64.unmix(SplitMix64.mix(number)) == number)
    }
  }
}
