/// The vocabulary as UTF-8, ready to be strung together a million times.
struct Lexicon: Sendable {
  typealias Bytes = [UInt8]

  /// One phrase in both languages.
  struct Phrase: Sendable {
    var korean: Bytes
    var english: Bytes

    init(_ phrase: Bilingual) {
      korean = Bytes(phrase.korean.utf8)
      english = Bytes(phrase.english.utf8)
    }

    subscript(isEnglish isEnglish: Bool) -> Bytes { isEnglish ? english : korean }
  }

  /// The ways in which people write one item.
  struct Item: Sendable {
    var korean: Bytes
    var koreanWithoutSpaces: Bytes
    var koreanLastWord: Bytes
    var english: Bytes
    var englishLowercased: Bytes
    var englishLastWord: Bytes
    var won: Int
    var hasSpecs: Bool

    init(_ item: Category.Item) {
      korean = Bytes(item.korean.utf8)
      koreanWithoutSpaces = korean.filter { $0 != UInt8(ascii: " ") }
      koreanLastWord = korean.split(separator: UInt8(ascii: " ")).last.map(Bytes.init) ?? korean
      english = Bytes(item.english.utf8)
      englishLowercased = Bytes(item.english.lowercased().utf8)
      englishLastWord = english.split(separator: UInt8(ascii: " ")).last.map(Bytes.init) ?? english
      won = item.thousandWon * 1000
      hasSpecs = item.hasSpecs
    }
  }

  /// One ``Category``.
  struct Words: Sendable {
    var items: [Item]
    var specs: [Phrase]
    var remarks: [Phrase]
  }

  let categories = Category.all.map { category in
    Words(
      items: category.items.map(Item.init), specs: category.specs.map(Phrase.init),
      remarks: category.remarks.map(Phrase.init))
  }
  let colours = CommonWords.colours.map(Phrase.init)
  let conditions = CommonWords.conditions.map(Phrase.init)
  let tags = CommonWords.tags.map(Phrase.init)
  let endings = CommonWords.endings.map(Phrase.init)
  let openings = CommonWords.openings.map(Phrase.init)
  let states = CommonWords.states.map(Phrase.init)
  let closings = CommonWords.closings.map(Phrase.init)

  static let shared = Lexicon()
}
