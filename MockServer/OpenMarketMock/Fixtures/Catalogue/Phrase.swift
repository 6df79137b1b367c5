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

  /// The lists of a text by their names, which stand with a colon where a list begins.
  static func lists(_ text: String) -> [String: String] {
    var (lists, name): ([String: String], String) = ([:], "")
    for line in text.split(separator: "\n") {
      let label = line.prefix { $0.isASCII && $0.isLetter }
      let isFirst = line[label.endIndex...].hasPrefix(": ")
      if isFirst { name = String(label) }
      lists[name, default: ""] += isFirst ? line[label.endIndex...].dropFirst(2) : " " + line
    }
    return lists
  }

  /// The entries of a list, separated by semicolons.
  static func entries(_ list: String) -> [Substring] { list.split(separator: "; ") }

  static func list(_ text: String) -> [Phrase] { entries(text).map(Phrase.init) }
}
