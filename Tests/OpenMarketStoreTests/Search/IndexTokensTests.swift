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
  func expression(text: String, expected: String) throws {
    let expression = MatchExpression(termsBeginning: { _ in nil }, wordsContaining: { _, _ in [] })
    #expect(try expression.text(for: SearchTerms(text)) == expected)
  }

  @Test(
    "a beginning stands for the tokens that begin with it, and a Latin run for the words around it",
    arguments: [
      ("pods", #""pods" OR "podsx" OR "earpodsx""#), ("pods pro", #"("pods" OR "airpods") AND "pro""#),
      ("pods2", #""pods 2" OR "pods 25" OR "airpods 2"*"#), ("의", #""의자" OR "의""#),
      ("3의", #""3 의자" OR "3 의""#),
      ("zz", #""zz""#), ("9", #""9"*"#),
    ])
  func tokensOfTheIndex(text: String, expected: String) throws {
    let terms = [
      "pods": ["pods", "podsx"], "pro": ["pro"], " pods 2": [" pods 2", " pods 25"], "의": ["의자", "의"],
      " 3 의": [" 3 의자", " 3 의"], "zz": [],
    ]
    let expression = MatchExpression(
      termsBeginning: { terms[$0] }, wordsContaining: { $0 == "pods" ? [$1 ? "airpods" : "earpodsx"] : [] })
    #expect(try expression.text(for: SearchTerms(text)) == expected)
  }

  @Test(
    "texts without letters and digits have no pieces",
    arguments: ["", " \n\t", "!?*\"'", "🔥", "\u{200B}", "()"])
  func nothing(text: String) {
    #expect(SearchTerms(text).pieces.isEmpty)
  }
}
