import Testing

@testable import OpenMarket

struct MarkedSuggestionTests {
  @Test("suggestions of a server that differ in marks after thirty others are one")
  func surplus() {
    let marks = String(repeating: "\u{301}\u{323}", count: 20_000)
    let suggestions = SuggestionBlend(text: "의자", limit: 10).blend(
      recents: [], local: [], server: ["의자 a" + marks, "의자 a" + marks + "\u{323}", "의자 b"])
    #expect(suggestions.count == 2)
  }
}
