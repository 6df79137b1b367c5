/// Compares a text with the typed part of it, as suggestions are found.
package enum TypedText {
  /// The part of `text` that stands for `typed`, in any state of typing; `nil` when the text does not begin so
  /// at any of its words.
  package static func match(of typed: String, in text: String) -> Range<String.Index>? {
    let folded = FoldedText(text)
    let typed = TypedKeys(typed)
    return (typed.keys + typed.slips).lazy.compactMap { $0.match(in: text, folded) }.first
  }
}

/// The keys under which to look for the text typed so far, best first.
struct TypedKeys {
  struct Key: Hashable {
    /// The jamo key or, without its mark, the choseong key.
    var bytes: [UInt8]
    var isChoseong = false

    /// Whether it is longer than stored keys are, so that those found must be compared to their end.
    var isCut: Bool {
      bytes.count > (isChoseong ? SuggestionKeys.longestChoseong - 1 : SuggestionKeys.longestKey)
    }

    /// The part of `text`, which is `folded` too, that stands for it; `nil` when no word of it begins so.
    func match(in text: String, _ folded: FoldedText) -> Range<String.Index>? {
      SuggestionKeys.match(bytes, isChoseong: isChoseong, in: folded.scalars).map { range in
        text.range(ofOrigins: folded.origins[range])
      }
    }

    /// Where the stored keys with this prefix begin; cut like they are.
    var lowerBound: String {
      let bytes =
        isChoseong
        ? [SuggestionKeys.choseongMark]
          + SuggestionKeys.cut(bytes[...], to: SuggestionKeys.longestChoseong - 1)
        : SuggestionKeys.cut(bytes[...], to: SuggestionKeys.longestKey)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// No suggestion is longer, in UTF-8.
  private static let longest = 600

  /// As it was typed, best first; empty when nothing can be found for it.
  private(set) var keys: [Key] = []
  private let text: String
  private let withSlips: Bool

  /// Takes what was typed; with slips also as typed with the keyboard set to the wrong language, and with typing errors.
  init(_ text: String, withSlips: Bool = true) {
    (self.text, self.withSlips) = (text, withSlips)
    guard text.utf8.count <= Self.longest else { return }
    let typed = SuggestionKeys(FoldedText.scalars(of: text))
    guard !typed.key.isEmpty else { return }
    if typed.asksForChoseong { keys.append(Key(bytes: typed.choseong, isChoseong: true)) }
    keys.append(Key(bytes: typed.key))
  }

  /// The text, if its typing errors may be corrected: initial consonants have none.
  var correctable: String? {
    guard withSlips, let first = keys.first, !first.isChoseong else { return nil }
    return text
  }

  /// As typed with the keyboard set to the wrong language, for when ``keys`` find nothing.
  var slips: [Key] {
    guard withSlips, let typed = keys.last, typed.bytes.count > 1 else { return [] }
    return [KeyboardSlip.hangul(typedAs: text), KeyboardSlip.latin(typedAs: text)].compactMap { slip in
      slip.map { Key(bytes: SuggestionKeys(FoldedText.scalars(of: $0)).key) }
    }
  }
}
