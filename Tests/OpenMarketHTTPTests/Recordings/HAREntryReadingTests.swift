import Foundation
import OpenMarketTestSupport
import Testing

@testable import OpenMarketHTTP

@Suite("Entries of recordings, read without JSONDecoder")
struct HAREntryReadingTests {
  private func encoded(_ entry: HAREntry) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(entry)
  }

  private func text(_ random: inout SeededGenerator) -> String {
    let pieces = [
      "a", "의자", "\"", "\\", "\n", "\u{1B}", "\u{0}", "/", "😀", "e\u{301}", "{\"a\":[1]}", "\u{2028}",
    ]
    return (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? ""
    }.joined()
  }

  private func entry(_ random: inout SeededGenerator) -> HAREntry {
    func pairs() -> [HAREntry.Pair] {
      (0..<Int.random(in: 0...3, using: &random)).map { _ in
        HAREntry.Pair(name: text(&random), value: text(&random))
      }
    }
    let post = HAREntry.PostData(
      mimeType: text(&random), text: text(&random), encoding: Bool.random(using: &random) ? "base64" : nil,
      omitted: Bool.random(using: &random) ? text(&random) : nil)
    let failure = HAREntry.Failure(
      code: text(&random), fault: Bool.random(using: &random) ? text(&random) : nil, message: text(&random))
    let time = Double.random(in: 0...1_000, using: &random) * (Bool.random(using: &random) ? 1 : 0.000_1)
    return HAREntry(
      startedDateTime: text(&random), time: time,
      request: .init(
        method: "POST", url: text(&random), headers: pairs(), queryString: pairs(),
        postData: Bool.random(using: &random) ? post : nil,
        bodySize: Int.random(in: -1...9_999, using: &random)),
      response: .init(
        status: Int.random(in: 0...599, using: &random), statusText: text(&random), headers: pairs(),
        content: .init(
          size: Int.random(in: 0...9_999, using: &random), mimeType: text(&random), text: text(&random),
          encoding: Bool.random(using: &random) ? "base64" : nil,
          isOmitted: Bool.random(using: &random) ? true : nil),
        redirectURL: text(&random), bodySize: Int.random(in: -1...9_999, using: &random)),
      timings: .init(wait: time), error: Bool.random(using: &random) ? failure : nil)
  }

  @Test("what is written is read, and is what JSONDecoder reads")
  func roundTrip() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let entry = entry(&random)
      let json = try encoded(entry)
      var reader = JSONReader(json)
      #expect((try? HAREntry(&reader)) == entry, "seed \(seed)")
      #expect(reader.position == json.count)
      #expect(try JSONDecoder().decode(HAREntry.self, from: json) == entry, "seed \(seed)")
    }
  }

  @Test("of damaged text nothing is read that JSONDecoder would refuse, or read as something else")
  func damaged() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var readCount = 0
    for _ in 0..<4_000 {
      var json = [UInt8](try encoded(entry(&random)))
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let place = Int.random(in: 0..<json.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: json[place] = UInt8.random(in: 0...255, using: &random)
        case 1: json.remove(at: place)
        default: json.insert(Array("0\"\\,}]{: u1".utf8).randomElement(using: &random) ?? 0, at: place)
        }
      }
      var reader = JSONReader(Data(json))
      guard let entry = try? HAREntry(&reader), (try? reader.expectEnd()) != nil else { continue }
      readCount += 1
      let reference = try? JSONDecoder().decode(HAREntry.self, from: Data(json))
      #expect(reference == entry, "seed \(seed): \(String(decoding: json, as: UTF8.self))")
    }
    #expect(readCount > 0)
  }
}
