import COpenMarketWords

/// The standard groups of words that mean the same: the files in `COpenMarketWords/Equivalents`.
///
/// Compiled for this package from what is sold second-hand in Korea, and from no other table. A word is in one group
/// only. Left out is what does harm: words of one syllable or letter, which begin or end too many others (맥, 폰), words
/// with two meanings (배, 차), and kinds of things beside the things themselves (폰 is not 아이폰).
enum EquivalentWords {
  /// One group a line.
  static var text: String {
    // Safe: it ends with a zero and lives as long as the program.
    unsafe String(cString: om_equivalent_words())
  }

  static var groups: [[String]] {
    // The spaces around words count for nothing when they are folded.
    text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      line.split(separator: UInt8(ascii: ",")).map { String(Substring($0)) }
    }
  }
}
