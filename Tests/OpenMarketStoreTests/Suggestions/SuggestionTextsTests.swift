import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// The texts that names as vendors write them have to suggest.
struct SuggestionTextsTests {
  private func texts(_ name: String) -> [String] {
    var texts = SuggestionTexts()
    texts.take(name)
    return texts.texts.map { $0.spelling(in: name) }
  }

  @Test(
    "a word ends at punctuation, but for the marks inside of models",
    arguments: [
      ("모니터+키보드&마우스/받침대", ["모니터", "키보드", "마우스", "받침대"]),
      ("노트10+(무잔상)#급처", ["노트10", "무잔상", "급처"]),
      ("15Z950,15zd950 엘지그램", ["15Z950", "15zd950", "엘지그램"]),
      ("X-T4 h&m 12.9형 a.p.c", ["X-T4 h&m", "X-T4 h&m 12.9형", "X-T4", "h&m", "12.9형", "a.p.c"]),
      ("퍼터-미사용.마우스", ["퍼터", "미사용", "마우스"]),
      ("- + 🔥", []),
    ])
  func words(name: String, expected: [String]) { #expect(texts(name) == expected) }

  @Test(
    "a beginning stands behind words of selling and ends before them and before punctuation",
    arguments: [
      ("미개봉 새상품) 갤럭시 폴드4 팝니다.", "갤럭시 폴드4"), ("[급매] S급 맥북 프로 (14인치)", "맥북 프로"),
      ("정품)루이비통 체인백", "루이비통 체인백"), ("아이폰 12 판매합니다", "아이폰 12"), ("✨상태 SS급✨애플 매직 키보드", "애플 매직"),
    ])
  func beginnings(name: String, expected: String) {
    let beginnings = texts(name).filter { $0.contains(" ") }
    #expect(beginnings.first == expected)
    #expect(!beginnings.contains { $0.contains("팝니다") || $0.contains("판매") || $0.contains("(") })
  }

  @Test("nothing is suggested as a beginning of a name that has words of selling alone")
  func salesAlone() { #expect(texts("미개봉 새상품 판매") == ["미개봉", "새상품", "판매"]) }
}
