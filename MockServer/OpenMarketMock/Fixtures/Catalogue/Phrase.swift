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
}
