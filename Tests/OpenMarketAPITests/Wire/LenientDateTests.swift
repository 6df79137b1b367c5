import Foundation
import OpenMarketTestSupport
import Testing

@testable import OpenMarketAPI

@Suite("Dates from the wire")
struct LenientDateTests {
  @Test(
    "every form that servers have sent names its moment",
    arguments: [
      ("2022-10-18T00:00:00", 1_666_051_200),
      ("2022-01-19T00:00:00.00", 1_642_550_400),
      ("2021-12-27 15:37:58.072", 1_640_619_478.072),
      ("2021-12-27", 1_640_563_200),
      ("2022-10-18T00:00:00Z", 1_666_051_200),
      ("2022-10-18t00:00:00z", 1_666_051_200),
      ("2022-10-18T09:00:00+09:00", 1_666_051_200),
      ("2022-10-18T09:00:00+0900", 1_666_051_200),
      ("2022-10-18T09:00:00+09", 1_666_051_200),
      ("2022-10-17 18:30:00.5-05:30", 1_666_051_200.5),
      ("2022-10-18T00:00:00.123456789", 1_666_051_200.123456789),
      ("1970-01-01", 0),
      ("1969-12-31T23:59:59", -1),
      ("2000-02-29", 951_782_400),
      ("2024-02-29", 1_709_164_800),
      ("1900-02-28", -2_203_977_600),
      ("0000-03-01", -62_162_035_200),
      ("0000-01-01", -62_167_219_200),
      ("9999-12-31T23:59:59", 253_402_300_799),
      ("2016-12-31T23:59:60", 1_483_228_800),
    ])
  func known(text: String, seconds: Double) {
    #expect(LenientDate.parse(text.utf8)?.timeIntervalSince1970 == seconds)
  }

  @Test(
    "anything else is no date",
    arguments: [
      "", " ", "today", "2022", "2022-10", "2022-1-8", "22-10-18", "2022/10/18", "20221018",
      "2022-00-10", "2022-13-10", "2022-10-00", "2022-04-31", "2022-02-29", "1900-02-29", "2100-02-29",
      "2022-10-18T", "2022-10-18T10", "2022-10-18T10:00", "2022-10-18T24:00:00", "2022-10-18T00:60:00",
      "2022-10-18T00:00:61", "2022-10-18T00:00:00.", "2022-10-18T00:00:00.1234567890",
      "2022-10-18T00:00:00+", "2022-10-18T00:00:00+9", "2022-10-18T00:00:00+24:00",
      "2022-10-18T00:00:00+09:60", "2022-10-18T00:00:00Z ", " 2022-10-18", "2022-10-18Z", "2022-10-18\n",
      "２０２２-10-18", "2022-10-18T00:00:00\0", "+2022-10-18", "-022-10-18", "1666051200",
    ])
  func unknown(text: String) {
    #expect(LenientDate.parse(text.utf8) == nil)
  }

  @Test("any moment since the Gregorian reform comes back as it was written")
  func roundTrip() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let date = Date(
        timeIntervalSince1970: Double(Int.random(in: -12_212_553_600...253_402_300_799, using: &random)))
      let text = date.formatted(.iso8601)
      #expect(LenientDate.parse(text.utf8) == date, "seed \(seed): \(text)")
    }
  }

  @Test("bytes of any kind are read to an end without a crash")
  func rubbish() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("0123456789-:.TZ+ \0\u{FF}".utf8)
    let valid = Array("2021-12-27 15:37:58.072+09:00".utf8)
    for _ in 0..<20_000 {
      var bytes = valid.prefix(Int.random(in: 0...valid.count, using: &random))
      for index in bytes.indices where Int.random(in: 0..<8, using: &random) == 0 {
        bytes[index] = alphabet.randomElement(using: &random) ?? 0
      }
      let date = LenientDate.parse(bytes)
      #expect(date == nil || abs(date?.timeIntervalSince1970 ?? 0) < 1e12, "seed \(seed): \(bytes)")
    }
  }
}
