/// A phrase in both languages of the market, as UTF-8: ready to be strung together a million times.
struct Phrase: Sendable {
  let korean: [UInt8]
  let english: [UInt8]

  /// Reads `korean|english`; a text without `|` is the same in both, further columns are not its own.
  init(_ text: Substring) {
    let columns = text.split(separator: "|")
    korean = Array(columns[0].utf8)
    english = Array(columns[min(1, columns.count - 1)].utf8)
  }

  subscript(isEnglish isEnglish: Bool) -> [UInt8] { isEnglish ? english : korean }

  /// The entries of a list, separated by semicolons; lines end anywhere between them.
  static func entries(_ text: String) -> [Substring] {
    text.replacing("\n", with: " ").split(separator: "; ")
  }

  static func list(_ text: String) -> [Phrase] { entries(text).map(Phrase.init) }

  /// Sentences, one a line.
  static func sentences(_ text: String) -> [Phrase] { text.split(separator: "\n").map(Phrase.init) }
}
