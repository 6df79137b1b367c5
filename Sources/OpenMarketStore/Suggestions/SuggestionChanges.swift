/// Changes of the names on sale, counted by text.
///
/// A note for each text of each name, sorted at the end: a dictionary of the texts takes twice as long.
struct SuggestionChanges {
  /// A text, and how many products more have it.
  struct Change {
    /// The number of the text.
    var number: Int64
    var delta: Int64 = 0
    /// The products that have it as one word from now on, and those that have it as several, such as 아 이폰.
    fileprivate var asWord = Form(), apart = Form()

    /// Whether a product has it as one word from now on.
    var addsWord: Bool { asWord.count > 0 }
    /// The form that most of these products have.
    var usual: Form { isUsuallyWord ? asWord : apart }
    var isUsuallyWord: Bool { asWord.count >= apart.count }
  }

  /// One way to write a text.
  struct Form {
    fileprivate(set) var count: Int64 = 0
    /// The note of the first name that has it.
    fileprivate var first = 0

    fileprivate mutating func add(_ note: Int) {
      if count == 0 { first = note }
      count &+= 1
    }
  }

  /// A text of a name.
  private struct Note {
    var number: Int64
    /// The place of the name in ``names``.
    var name: Int32
    /// Its bytes of the name.
    var start: UInt32
    var end: UInt32
    var isWord: Bool
  }

  private var notes: [Note] = []
  private var names: [(name: String, delta: Int64)] = []
  /// Those of one name after the other.
  private var texts = SuggestionTexts()

  /// Notes that a product more, or one less, has a name.
  mutating func note(_ name: String, delta: Int64) {
    texts.take(name)
    guard !texts.texts.isEmpty else { return }
    for text in texts.texts {
      notes.append(
        Note(
          number: text.number, name: Int32(truncatingIfNeeded: names.count),
          start: UInt32(truncatingIfNeeded: text.range.lowerBound),
          end: UInt32(truncatingIfNeeded: text.range.upperBound), isWord: text.isWord))
    }
    names.append((name, delta))
  }

  /// The changes by the numbers of their texts, each once, without those that cancel each other out.
  mutating func sorted() -> [Change] {
    sortNotes()
    var changes: [Change] = []
    changes.reserveCapacity(notes.count / 2)
    var next = 0
    while next < notes.count {
      var change = Change(number: notes[next].number)
      while next < notes.count, notes[next].number == change.number {
        let (note, delta) = (notes[next], names[Int(notes[next].name)].delta)
        change.delta &+= delta  // A damaged one may be anything.
        if delta > 0 {
          if note.isWord { change.asWord.add(next) } else { change.apart.add(next) }
        }
        next += 1
      }
      if change.delta != 0 || change.addsWord { changes.append(change) }
    }
    return changes
  }

  /// Sorts the notes by number, those of one number by name. Numbers are spread evenly, so that few share their first bits, by
  /// which notes are brought near their places.
  private mutating func sortNotes() {
    guard notes.count > 1 else { return }
    let shift = UInt64(48 - min(20, Int.bitWidth - notes.count.leadingZeroBitCount))
    func bucket(_ note: Note) -> Int { Int(truncatingIfNeeded: UInt64(bitPattern: note.number) >> shift) }
    var ends = [Int](repeating: 0, count: 1 << (48 - shift) + 1)
    for note in notes { ends[bucket(note) + 1] += 1 }
    for index in 1..<ends.count { ends[index] += ends[index - 1] }
    var sorted = notes
    for note in notes {
      let bucket = bucket(note)
      sorted[ends[bucket]] = note
      ends[bucket] += 1
    }
    // Each bucket now begins where the one before it ends.
    var start = 0
    for end in ends.dropLast() {
      if end - start > 1 {
        sorted[start..<end].sort { ($0.number, $0.name) < ($1.number, $1.name) }
      }
      start = end
    }
    notes = sorted
  }

  /// How vendors write the text of a change of ``sorted()``.
  func spelling(of change: Change) -> String {
    let form = change.usual
    guard form.count > 0 else { return "" }
    let note = notes[form.first]
    let text = SuggestionTexts.Text(
      number: note.number, isWord: note.isWord, range: Int(note.start)..<Int(note.end))
    return text.spelling(in: names[Int(note.name)].name)
  }
}
