import Foundation
import Testing

@testable import OpenMarketStore

struct CompactNameTests {
  @Test(
    "highlights what was searched for in the characters of the name",
    arguments: [
      ("게이밍 의자 팝니다", "게이밍의자", "[게이밍 의자] 팝니다"), ("게이밍의자", "의자 게이밍", "[게이밍의자]"),
      ("Apple iPhone 14", "ＩＰＨＯＮＥ", "Apple [iPhone] 14"),
      ("아이폰 14 프로 14인치", "아이폰14", "[아이폰 14] 프로 14인치"), ("Café Crema", "cafe", "[Café] Crema"),
      ("AirPods Pro", "pods", "Air[Pods] Pro"),
      ("Professional iPhone Pro", "pro", "[Pro]fessional iPhone [Pro]"),
      ("iPhone Pro iPro", "pro", "iPhone [Pro] iPro"),
      ("5㎏ 쌀", "kg", "5[㎏] 쌀"), ("맥북", "맥ㅂ", "[맥북]"), ("의자 의자", "의자", "[의자] [의자]"), ("노트북", "의자", "노트북"),
      ("맥(북)", "맥북", "[맥(북])"), ("가가가", "가가", "[가가가]"), ("MacBook맥북", "맥북 book", "Mac[Book맥북]"),
    ])
  func highlights(name: String, text: String, expected: String) {
    for name in [name, name.decomposedStringWithCanonicalMapping] {
      var marked = ""
      var index = name.startIndex
      for range in CompactName(name).matches(of: SearchTerms(text)) {
        marked += name[index..<range.lowerBound] + "[" + name[range] + "]"
        index = range.upperBound
      }
      #expect(marked + name[index...] == expected)
    }
  }

  @Test("ranges begin and end between characters, for names in any form")
  func characterBoundaries() {
    let name = "e\u{301}\u{302}クガ\u{3099}각\u{1100}\u{1161}\u{11A8}👨‍👩‍👧a\u{20DD}"
    for text in ["e", "각", "a", "각각", "가"] {
      for range in CompactName(name).matches(of: SearchTerms(text)) {
        #expect(name.indices.contains(range.lowerBound))
        #expect(range.upperBound == name.endIndex || name.indices.contains(range.upperBound))
      }
    }
  }

  @Test(
    "ranks the same name before names that begin with it, whole words, their beginnings, and what only words in a row have",
    arguments: [
      ("아이폰 14", "아이폰14", SearchRank.same), ("아이폰 14 프로", "아이폰 14", .beginning),
      ("아이폰 14프로", "아이폰14", .beginning), ("의자왕", "의자", .beginningPart),
      ("Procreate iPad", "pro", .beginningPart),
      ("나무 의자왕", "의자", .wordPart), ("나무 의자 2개", "의자", .word), ("iPad Procreate", "pro", .wordPart),
      ("새 갤럭시 S23", "s2", .wordPart), ("새 갤럭시 S23", "s23", .word), ("프로 아이폰 미니", "아이폰 프", .wordPart),
      ("label", "bel", .inside),
      ("애플 아이폰 14", "아이폰 14", .word),
      ("애플 아이폰 프로 14인치", "아이폰 14", .word), ("신형아이폰 14", "아이폰 14", .inside), ("AirPods", "pods", .inside),
      ("Ear Pods", "pods", .word), ("게이밍의자용", "의자", .inside), ("우리의 자기계발서", "의자", .across),
      ("우리의 자", "의자", .inside), ("의 자기", "의자", .beginningPart), ("접이식 의자", "이식의자", .inside),
      ("접이식 의자", "식의", .across),
      ("우리의 자기계발서 의자", "의자", .word), ("신형아이폰14인치", "폰14", .inside),
    ])
  func rank(name: String, text: String, expected: SearchRank) {
    #expect(SearchRank(of: CompactName(name), for: SearchTerms(text)) == expected)
  }
}
