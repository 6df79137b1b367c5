/// Changes of the names on sale, counted by text.
struct SuggestionChanges {
  /// A text, and how many products more have it.
  struct Change {
    var delta: Int64 = 0
    /// The products that have it as one word from now on, and those that have it as several, such as 아 이폰.
    fileprivate var asWord = Form(), apart = Form()

    /// Whether a product has it as one word from now on.
    var addsWord: Bool { asWord.count > 0 }
    /// The form that most of these products have.
    var usual: Form { isUsuallyWord ? asWord : apart }
    var isUsuallyWord: Bool { asWord.count >= apart.count }

    fileprivate mutating func add(_ delta: Int64, _ text: SuggestionTexts.Text, ofName name: Int) {
      self.delta &+= delta  // A damaged one may be anything.
      guard delta > 0 else { return }
      if text.isWord { asWord.add(text, ofName: name) } else { apart.add(text, ofName: name) }
    }
  }

  /// One way to write a text.
  struct Form {
    fileprivate(set) var count: Int64 = 0
    /// A name that has it, the first one of those that were noted, and the text there.
    fileprivate var place: (name: Int, text: SuggestionTexts.Text)?

    fileprivate mutating func add(_ text: SuggestionTexts.Text, ofName name: Int) {
      count &+= 1
      if place == nil { place = (name, text) }
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
      byNumber[text.number, default: Change()].add(delta, text, ofName: names.count)
    }
    names.append(name)
  }

  /// How vendors write the text of a change.
  func spelling(of change: Change) -> String {
    change.usual.place.map { $0.text.spelling(in: names[$0.name]) } ?? ""
  }
}
