import CMarketWords

/// The words for one kind of goods, or for all kinds: a section of the files in `CMarketWords/Words`.
///
/// A section begins with `=`, its name and its settings. A list begins with its name and a colon, and semicolons separate
/// its entries; a list goes on over lines.
struct Vocabulary: Sendable {
  /// The words after the section's name.
  let settings: [Substring]
  private var lists: [Substring: String] = [:]

  /// The section of this name, or one without words.
  static func section(_ name: String) -> Vocabulary { sections[name[...]] ?? Vocabulary(settings: []) }

  func entries(_ list: String) -> [Substring] { (lists[list[...]] ?? "").split(separator: "; ") }

  func phrases(_ list: String) -> [Phrase] { entries(list).map(Phrase.init) }

  private static let sections: [Substring: Vocabulary] = {
    var (sections, section, list): ([Substring: Vocabulary], Substring, Substring) = ([:], "", "")
    // Safe: the text ends with a zero and lives as long as the program.
    for line in unsafe String(cString: market_words()).split(separator: "\n") {
      let label = line.prefix { $0.isASCII && $0.isLetter }
      let text = line[label.endIndex...]
      if line.hasPrefix("= ") {
        let words = line.dropFirst(2).split(separator: " ")
        (section, list) = (words[0], "")
        sections[section] = Vocabulary(settings: Array(words.dropFirst()))
      } else if text.hasPrefix(": ") {
        list = label
        sections[section]?.lists[list] = String(text.dropFirst(2))
      } else {
        sections[section]?.lists[list]? += " " + line
      }
    }
    return sections
  }()
}
