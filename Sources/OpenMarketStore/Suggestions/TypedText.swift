/// Compares a text with what somebody has typed of it, as suggestions are found.
package enum TypedText {
  /// The part of `text` that stands for `typed`, in any state of typing; `nil` when the text does not begin so
  /// at any of its words.
  package static func match(of typed: String, in text: String) -> Range<String.Index>? {
    let folded = FoldedText(text)
    let keys = SuggestionKeys(folded.scalars)
    for key in TypedKeys(typed).keys {
      guard let range = keys.scalars(matching: key.bytes, isChoseong: key.isChoseong) else { continue }
      let utf8 = text.utf8
      let start = utf8.index(utf8.startIndex, offsetBy: folded.origins[range.lowerBound].lowerBound)
      let end = utf8.index(utf8.startIndex, offsetBy: folded.origins[range.upperBound - 1].upperBound)
      return start..<end
    }
    return nil
  }
}
