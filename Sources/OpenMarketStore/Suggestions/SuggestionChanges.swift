/// Changes of the names on sale, counted by text.
struct SuggestionChanges {
  /// A text, and how many products more have it.
  struct Change {
    var delta: Int64
    /// Whether a product has it as one word from now on.
    var addsWord: Bool
    /// A name that has it, the first one of those that were noted.
    fileprivate var name: Int

    fileprivate mutating func add(_ delta: Int64, isWord: Bool) {
      self.delta += delta
      if isWord, delta > 0 { addsWord = true }
    }
  }

  /// By the numbers of the texts.
  private(set) var byNumber: [Int64: Change] = [:]
  private var names: [String] = []

  /// Notes that a product more, or one less, has a name.
  mutating func note(_ name: String, delta: Int64) {
    let texts = SuggestionTexts(name).texts
    guard !texts.isEmpty else { return }
    for text in texts {
      let new = Change(delta: 0, addsWord: false, name: names.count)
      byNumber[text.number, default: new].add(delta, isWord: text.isWord)
    }
    names.append(name)
  }

  /// How a vendor writes the text of a number.
  func spelling(of number: Int64, _ change: Change) -> String {
    let texts = SuggestionTexts(names[change.name])
    return texts.texts.first { $0.number == number }.map(texts.spelling) ?? ""
  }
}
