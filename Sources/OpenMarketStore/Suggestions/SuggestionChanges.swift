/// Changes of the names on sale, counted by text.
struct SuggestionChanges {
  /// A text, and how many products more have it.
  struct Change {
    var delta: Int64
    /// Whether a product has it as one word from now on.
    var addsWord: Bool
    /// A name that has it, the first one of those that were noted, and the text there.
    fileprivate var name: Int
    fileprivate var text: SuggestionTexts.Text

    fileprivate mutating func add(_ delta: Int64, isWord: Bool) {
      self.delta &+= delta  // A damaged one may be anything.
      if isWord, delta > 0 { addsWord = true }
    }
  }

  /// By the numbers of the texts.
  private(set) var byNumber: [Int64: Change] = [:]
  private var names: [String] = []
  /// Those of one name after the other.
  private var texts = SuggestionTexts()

  /// Notes that a product more, or one less, has a name.
  mutating func note(_ name: String, delta: Int64) {
    texts.take(name)
    guard !texts.texts.isEmpty else { return }
    for text in texts.texts {
      let new = Change(delta: 0, addsWord: false, name: names.count, text: text)
      byNumber[text.number, default: new].add(delta, isWord: text.isWord)
    }
    names.append(name)
  }

  /// How a vendor writes the text of a change.
  func spelling(of change: Change) -> String { change.text.spelling(in: names[change.name]) }
}
