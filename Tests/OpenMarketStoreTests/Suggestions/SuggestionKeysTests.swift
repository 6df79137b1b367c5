import Testing

@testable import OpenMarketStore

extension SuggestionKeys {
  /// The keys to store.
  var stored: [String] {
    var keys: [String] = []
    forEachStored { keys.append(String(decoding: $0, as: UTF8.self)) }
    return keys
  }
}

struct SuggestionKeysTests {
  @Test(
    "a text is stored under its keys from every beginning of a word",
    arguments: [
      ("노트북", ["SHXMQNR", "~SXQ"]), ("맥북 에어 M2", ["AORQNRDPDJm2", "~AQDDm2", "DPDJm2", "~DDm2", "m2"]),
      ("갤럭시S23", ["ROFFJRTLs23", "~RFTs23", "s23"]), ("[판매] TV", ["VKSAOtv", "~VAtv", "tv"]), ("의", ["DML"]),
      ("아이폰14", ["DKDLVHS14", "~DDV14"]),
    ])
  func stored(text: String, expected: [String]) {
    #expect(Set(keys(text).stored) == Set(expected))
  }

  @Test("stored keys are cut, to bound their size")
  func cut() {
    let stored = keys("가나다라마바사아자차카타파하가나다라").stored
    #expect(stored == ["RKSKEKFKAKQKTKDKWKCKZKXK", "~RSEFAQTDWCZ"])
    #expect(keys("가日本語日本語日本語").stored.first == "RK日本語日本語日")
  }

  @Test(
    "consonants alone ask for initials, from two on, compound ones counted as two",
    arguments: [
      ("ㄴㅌㅂ", true), ("ㄳ", true), ("ㄴ", false), ("ㄴㅌ부", false), ("ㄴㅏ", false), ("ㅇㅇㅍ14", true), ("tv", false),
      ("", false), ("ㄲ", false),
    ])
  func choseong(text: String, expected: Bool) {
    #expect(keys(text).asksForChoseong == expected)
  }

  @Test(
    "a name gives its beginning and its words, but no numbers and no single characters",
    arguments: [
      ("[판매] 맥북  에어 M2 팝니다", ["맥북 에어", "맥북 에어 M2", "판매", "맥북", "에어", "M2", "팝니다"]), ("의자", ["의자"]),
      ("아이폰 14", ["아이폰 14", "아이폰"]),
      ("[판매]맥북 에어", ["맥북 에어", "판매", "맥북", "에어"]), ("🔥 맥북 에어", ["맥북 에어", "맥북", "에어"]),
      ("【새 제품】 (급매)맥북 에어", ["맥북 에어", "제품", "급매", "맥북", "에어"]), ("[새 제품 맥북", ["제품", "맥북"]),
      ("🔥급처🔥", ["급처"]), ("12 345", []), ("- !", []), ("", []), ("A 가", ["A 가"]),
      ("맥북 맥 북", ["맥북 맥 북", "맥북", "맥북 맥"]),
    ])
  func texts(name: String, expected: [String]) {
    var texts = SuggestionTexts()
    texts.take(name)
    #expect(Set(texts.texts.map { $0.spelling(in: name) }) == Set(expected))
  }

  private func keys(_ text: String) -> SuggestionKeys { SuggestionKeys(FoldedText.scalars(of: text)) }
}
