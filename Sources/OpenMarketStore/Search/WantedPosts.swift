/// Posts of those who want to buy what others search for, told by how a word of the name ends: 아이폰 삽니다.
///
/// Words that other things end with are left out: 구함 ends 공구함, and 매입 stands in sales, too.
enum WantedPosts {
  private static let endings = ["삽니다", "구해요", "구합니다", "구매합니다", "구매해요", "구입합니다", "매입합니다"]
    .map { Array($0.unicodeScalars) }

  static func contains(_ name: CompactName) -> Bool {
    name.scalars.indices.contains { index in
      (name.scalars[index] == "다" || name.scalars[index] == "요") && name.endsWord(at: index + 1)
        && endings.contains { ending in
          name.scalars[...index].ends(with: ending)
            && (!isEndOfOthers(ending) || name.startsWord[index + 1 - ending.count])
        }
    }
  }

  /// Whether 구해 and 구합, which also end other words, must begin one: 공구해요, 연구합니다.
  private static func isEndOfOthers(_ ending: [Unicode.Scalar]) -> Bool {
    ending[1] == "해" || ending[1] == "합"
  }

  /// Whether a text asks for them, maybe not typed to its end.
  static func areMeant(by terms: SearchTerms) -> Bool {
    terms.pieces.contains { piece in
      endings.contains { ending in
        (2...ending.count).contains { piece.scalars[...].ends(with: ending.prefix($0)) }
      }
    }
  }
}

extension ArraySlice<Unicode.Scalar> {
  fileprivate func ends(with end: some Collection<Unicode.Scalar>) -> Bool {
    suffix(end.count).elementsEqual(end)
  }
}
