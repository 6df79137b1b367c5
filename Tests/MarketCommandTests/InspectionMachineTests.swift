import Foundation
import OpenMarket
import OpenMarketHTTP
import Testing

@testable import market

@Suite struct InspectionMachineTests {
  @Test("lines are the same however they are cut", arguments: 1...40)
  func cuts(size: Int) {
    let text = Data("{\"a\":1}\n\n{\"b\":\"두 줄\"}\n{\"cut".utf8)
    var splitter = LineSplitter()
    var lines: [Data] = []
    for start in stride(from: 0, to: text.count, by: size) {
      lines += splitter.lines(in: text[start..<min(start + size, text.count)])
    }
    #expect(lines.map { String(decoding: $0, as: UTF8.self) } == ["{\"a\":1}", "", "{\"b\":\"두 줄\"}"])
    #expect(splitter.isCutOff && splitter.skipped == 0)
  }

  @Test("a line that is too long is left out, and the next one is not")
  func long() {
    var splitter = LineSplitter()
    var lines: [Data] = []
    for _ in 0..<3 { lines += splitter.lines(in: Data(repeating: 65, count: 1 << 19)) }
    #expect(lines.isEmpty)
    lines = splitter.lines(in: Data("\nnext\n".utf8))
    #expect(lines == [Data("next".utf8)] && splitter.skipped == 1 && !splitter.isCutOff)
  }

  private static func record(_ cause: (UInt64, UInt64?)?, submission: Int64? = nil) throws -> EventRecord {
    var json = #"{"number":1,"date":"2026-01-01T00:00:00.000Z","kind":"stored""#
    if let (id, parent) = cause {
      json += #","cause":{"id":\#(id),"name":"x""# + (parent.map { #","parent":\#($0)"# } ?? "") + "}"
    }
    if let submission { json += #","submission":\#(submission)"# }
    return try EventJSON.decoder.decode(EventRecord.self, from: Data((json + "}").utf8))
  }

  @Test("a cause is followed to its children, and across the outbox to the delivery of its writes")
  func causes() throws {
    var filter = CauseFilter(1)
    let table: [((UInt64, UInt64?)?, Int64?, Bool)] = [
      ((2, nil), nil, false), ((1, nil), nil, true), ((3, 1), nil, true), ((4, 3), nil, true),
      ((5, 2), nil, false), (nil, nil, false), ((6, nil), 9, false), ((4, 3), 8, true), ((7, nil), 8, true),
      ((7, nil), nil, true), (nil, 8, true), ((2, nil), 9, false),
    ]
    for (cause, submission, expected) in table {
      let record = try Self.record(cause, submission: submission)
      #expect(filter.includes(record) == expected, "\(record)")
    }
  }

  @Test("events that are missing are counted as far as a number goes")
  func missing() throws {
    var picture = InspectionPicture()
    for count in [1, UInt64.max, 1] {
      picture.note(try #require(InspectedLine(Data(#"{"kind":"dropped","count":\#(count)}"#.utf8))))
    }
    #expect(picture.dropped == .max)
  }

  @Test(
    "what is no line of an inspection is none", arguments: ["", "null", "[]", "{}", #"{"kind":1}"#, "\u{0}"])
  func rubbish(text: String) { #expect(InspectedLine(Data(text.utf8)) == nil) }
}
