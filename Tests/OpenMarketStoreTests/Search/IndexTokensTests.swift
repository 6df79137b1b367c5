import Foundation
import Testing

@testable import OpenMarketStore

struct IndexTokensTests {
  @Test(
    "a name becomes pairs of syllables across spaces, its last syllables, and whole words",
    arguments: [
      ("게이밍 의자", "게이 이밍 밍의 의자 자"), ("게이밍의자", "게이 이밍 밍의 의자 자"), ("의", "의"), ("맥북/에어", "맥북 북 에어 어"),
      ("아이폰14 Pro", "아이 이폰 폰 14 pro"), ("아이폰 14프로", "아이 이폰 폰 14 프로 로"), ("S23 울트라", "s 23 울트 트라 라"),
      ("WH-1000XM4", "wh 1000 xm 4"), ("1.5L", "1 5 l"), ("🔥급처🔥", "급처 처"), ("ㅋㅋ 급처", "ㅋㅋ ㅋ급 급처 처"),
      ("!?", ""), ("", ""),
      ("Café", "cafe"), ("中古ノート", "中古 古ノ ノー ート ト"), ("д Ёж", "д еж"),
    ])
  func tokens(name: String, expected: String) {
    #expect(IndexTokens(name).text == expected)
  }

  @Test(
    "the search text becomes quoted phrases",
    arguments: [
      ("게이밍의자", #""게이 이밍 밍의 의자""#), ("게이밍 의자", #""게이 이밍" AND "의자""#), ("김", #""김"*"#),
      ("아이폰14", #""아이 이폰 폰 14"*"#),
      ("아이폰 14", #""아이 이폰" AND "14"*"#), ("14 아이폰", #""14" AND "아이 이폰""#), ("맥ㅂ", #""맥"*"#),
      ("맥북ㅇ", #""맥북""#),
      ("s23", #""s 23"*"#), ("S 23", #""s" AND "23"*"#), ("1.5", #""1 5"*"#), ("맥북/에어", #""맥북" AND "에어""#),
      ("5개", #""5 개"*"#),
      ("2개14", #""2 개 14"*"#), ("ㅋㅋ", #""ㅋㅋ""#), ("아이폰 ㅋ", #""아이 이폰""#), ("14ㅋ", #""14"*"#),
      ("의자 의자", #""의자""#),
      ("a OR", #""a" AND "or"*"#), (#"NEAR("a" b*)"#, #""near a" AND "b"*"#),
      ("g: -의자 ^의자", #""g" AND "의자""#),
      ("ｉＰhone", #""iphone"*"#), ("AND NOT", #""and" AND "not"*"#),
      ("'; DROP TABLE product; --", #""drop" AND "table" AND "product"*"#),
    ])
  func expression(text: String, expected: String) {
    #expect(MatchExpression.text(for: SearchTerms(text)) { _, _ in [] } == expected)
  }

  @Test("words that contain a Latin run stand beside it")
  func inWord() {
    let expression = { (text: String) in
      MatchExpression.text(for: SearchTerms(text)) { run, atEnd in
        run == Array("pods".unicodeScalars) ? [atEnd ? "airpods" : "earpodsx"] : []
      }
    }
    #expect(expression("pods") == #"("pods"* OR "earpodsx")"#)
    #expect(expression("pods pro") == #"("pods" OR "airpods") AND "pro"*"#)
    #expect(expression("pods2") == #"("pods 2"* OR "airpods 2"*)"#)
  }

  @Test(
    "texts without letters and digits have no pieces",
    arguments: ["", " \n\t", "!?*\"'", "🔥", "\u{200B}", "()"])
  func nothing(text: String) {
    #expect(SearchTerms(text).pieces.isEmpty)
  }
}
