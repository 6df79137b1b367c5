import OpenMarketTestSupport
import Testing

@testable import market

struct TextWrappingTests {
  @Test("a text is broken at its line ends and between words")
  func lines() {
    #expect("a b\n\nc d\r\ne".wrapped(toWidth: 10) == ["a b", "", "c d", "e"])
    #expect("접이식 캠핑 의자".wrapped(toWidth: 11) == ["접이식 캠핑", "의자"])
    #expect("".wrapped(toWidth: 10) == [""])
    #expect("a\n".paragraphs == ["a", ""])
  }

  @Test("four times the marks on a letter do not take sixteen times as long")
  func marks() {
    func time(_ count: Int) -> Duration {
      let text = "a" + String(repeating: "\u{301}\u{323}", count: count) + " b"
      let begin = threadTime
      #expect(text.wrapped(toWidth: 80).count == 1)
      return threadTime - begin
    }
    let short = (0..<3).map { _ in time(5_000) }.max() ?? .zero
    let long = (0..<3).map { _ in time(20_000) }.min() ?? .zero
    #expect(long < short * 10)
  }
}
