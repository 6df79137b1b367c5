/// A text field with suggestions below: what keys and responses make of it.
struct SuggestionField {
  /// The effect of a key beyond a new picture.
  enum Action: Equatable {
    /// Find suggestions for a text, after which older requests are of no interest.
    case ask(String)
    /// Nothing is asked any more.
    case forget
    case finish(String)
    case leave
    case suspend
  }

  private(set) var input: TextInput
  private(set) var suggestions: [String] = []
  /// Which of them is chosen; `nil` for the text itself.
  private(set) var selection: Int?
  private var status = Status.none

  private enum Status: Equatable {
    case none
    case asking
    case failed(String)
  }

  var text: String { input.text }

  init(text: String = "") {
    input = TextInput(text)
    if !text.isEmpty { status = .asking }
  }

  mutating func press(_ key: Key) -> Action? {
    switch key {
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .tab:
      guard let chosen = selection.map({ suggestions[$0] }) ?? suggestions.first else { return nil }
      return edit { $0 = TextInput(chosen) }
    case .enter:
      let choice = selection.map { suggestions[$0] } ?? text
      return choice.isEmpty ? nil : .finish(choice)
    case .escape, .interrupt, .endOfInput: return .leave
    case .suspend: return .suspend
    default: return edit { _ = $0.press(key) }
    }
    return nil
  }

  /// Takes a response to a request, the last unless another follows.
  mutating func show(_ response: Result<[String], any Error>, for request: String, isLast: Bool = true) {
    guard !text.isEmpty else { return }  // no longer asked for
    switch response {
    case .success(let found):
      offer(found)
      status = request == text && isLast ? .none : .asking
    case .failure(let error): status = .failed(String(describing: error).printable)
    }
  }

  /// Offers other suggestions; the choice stays if it is among them.
  mutating func offer(_ found: [String]) {
    let chosen = selection.map { suggestions[$0] }
    suggestions = found
    selection = chosen.flatMap(found.firstIndex)
  }

  /// Which suggestions stand on a screen that has `rows` for them: the chosen one is among them.
  func visible(rows: Int) -> Range<Int> {
    let first = max(0, (selection ?? 0) - rows + 1)
    return suggestions.indices.dropFirst(first).prefix(max(0, rows))
  }

  /// The picture: the field, the suggestions, a line of help or of what is wrong.
  func frame(in size: ScreenSize) -> Frame {
    let field = input.displayed(width: size.columns - 4)
    let list = visible(rows: size.rows - 2).map { index in
      let isChosen = index == selection
      return Line(
        text: (isChosen ? "▸ " : "  ") + suggestions[index].printable, ink: isChosen ? .inverse : .plain)
    }
    return Frame(
      lines: [.init(text: "> " + field.text, ink: .bold)] + list + [statusLine],
      cursor: .init(row: 0, column: 2 + field.column))
  }

  private mutating func edit(_ change: (inout TextInput) -> Void) -> Action? {
    let before = text
    change(&input)
    guard text != before else { return nil }
    selection = nil
    if text.isEmpty {
      suggestions = []
      status = .none
      return .forget
    }
    status = .asking
    return .ask(text)
  }

  /// Through the suggestions and the text itself, round and round.
  private mutating func move(by step: Int) {
    let count = suggestions.count + 1
    let place = ((selection ?? -1) + 1 + step + count) % count
    selection = place == 0 ? nil : place - 1
  }

  private var statusLine: Line {
    switch status {
    case .failed(let message): .init(text: message, ink: .red)
    case .asking: .init(text: "…", ink: .dim)
    case .none where !text.isEmpty && suggestions.isEmpty:
      .init(text: "no suggestions  Enter takes the text  Esc leaves", ink: .dim)
    case .none: .init(text: "↑↓ choose  Tab completes  Enter takes  Esc leaves", ink: .dim)
    }
  }
}
