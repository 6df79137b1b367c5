import OpenMarket

/// The lines for a person beside a list's rows; none with `--json`.
struct ListNotes {
  let asJSON: Bool
  let terminal: Terminal
  /// The searched text; `nil` for a list of all.
  let text: String?

  /// Says that there is nothing to list, on this device alone or at all.
  func nothing(isStored: Bool = false) {
    guard !asJSON else { return }
    let found = text.map {
      "nothing found for '\($0.printable)'\(isStored ? " among what is stored here" : "")"
    }
    terminal.note(found ?? (isStored ? "no such products are stored here" : "no products here"))
  }

  /// Says that something similar was searched for.
  func correction(_ correction: SearchCorrection?) {
    guard !asJSON, let text, let correction else { return }
    terminal.note("nothing stored here has '\(text.printable)'; \(correction.text.printable)")
  }
}

extension SearchCorrection {
  /// The explanation of the displayed results.
  var text: String {
    switch self {
    case .apart: "displayed is what has its parts apart"
    case .completed(let text): "displayed is what '\(text)' finds"
    case .keyboard(let text): "displayed is what '\(text)' finds, which has the same keys"
    case .spelling(let text): "displayed is what '\(text)' finds, which is spelt alike"
    case .without(let words): "displayed is what has the rest of it without '\(words.joined(separator: " "))'"
    }
  }
}
