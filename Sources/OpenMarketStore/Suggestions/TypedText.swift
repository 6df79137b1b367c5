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
