import Foundation
import OpenMarket
import Testing

@Suite("A stamped value")
struct StampedTests {
  @Test("of a list is that list")
  func list() {
    let names = Stamped(
      ["노트북", "노트"], isFromServer: false, fetchedAt: .now, isStale: false,
      details: ReadExplanation(policy: .cacheOnly, staleTime: .zero))
    var seen: [String] = []
    for name in names { seen.append(name) }
    #expect(seen == names.value && names.map(\.count) == [3, 2])
    #expect(names.count == 2 && names[1] == "노트" && names.last == "노트" && !names.isEmpty)
    #expect(names.reversed() == ["노트", "노트북"] && names.value.firstIndex(of: "노트") == 1)
    #expect(Array(names.dropFirst()) == ["노트"])
  }
}
