import OpenMarket

/// A search field with suggestions as the user types, and the hits.
@MainActor final class SearchScreen: BrowserScreen {
  private let model: SearchModel
  private let market: Marketplace
  private let preferences: BrowserPreferences
  private var input = TextInput()
  /// The chosen suggestion; `nil` for the text itself.
  private var choice: Int?
  private var isTyping = true
  private var results: ProductsView?

  init(_ market: Marketplace, _ preferences: BrowserPreferences) {
    (self.market, self.preferences) = (market, preferences)
    model = SearchModel(market)
  }

  let title = "Search"

  var status: Line {
    if isTyping { return .empty }
    if let correction = model.correction {
      return Line(text: "searched for \(correction.text)", ink: .yellow)
    }
    return products?.status ?? .empty
  }

  var hints: [KeyHint] {
    guard isTyping else {
      return [
        .open, KeyHint("/", "search again"), KeyHint("g", "grid or list"), KeyHint("r", "refresh"), .back,
      ]
    }
    return [
      KeyHint("Enter", "search", .enter), KeyHint("↑↓", "choose", .down), KeyHint("Tab", "complete", .tab),
      .back,
    ]
  }

  private var products: ProductsView? {
    guard let list = model.results else { return nil }
    if let results, results.model === list { return results }
    let view = ProductsView(list, in: market, preferences)
    results = view
    return view
  }

  func draw(on canvas: inout Canvas, in area: Area, photos: PhotoShelf) {
    let field = input.displayed(width: max(2, area.columns - 3))
    canvas.put("> " + field.text, row: area.row, column: area.column, ink: .bold)
    if isTyping {
      canvas.cursor = .init(row: area.row, column: min(2 + field.column, max(0, area.columns - 1)))
      drawSuggestions(on: &canvas, in: Self.rest(of: area))
    } else {
      products?.draw(on: &canvas, in: Self.rest(of: area), photos: photos, whenEmpty: "Nothing was found.")
    }
  }

  private func drawSuggestions(on canvas: inout Canvas, in area: Area) {
    let suggestions = model.suggestions
    if let chosen = choice, chosen >= suggestions.count { choice = nil }
    let first = max(0, (choice ?? 0) - area.rows + 1)
    for (offset, index) in suggestions.indices.dropFirst(first).prefix(max(0, area.rows)).enumerated() {
      let (suggestion, row) = (suggestions[index], area.row + offset)
      let isChosen = index == choice
      var column = area.column
      column += canvas.put(isChosen ? "▸ " : "  ", row: row, column: column)
      // The part that stands for what was typed stands out.
      let text = suggestion.text
      let match = suggestion.match ?? text.startIndex..<text.startIndex
      for (part, ink) in [
        (text[..<match.lowerBound], Ink.plain), (text[match], .bold), (text[match.upperBound...], .plain),
      ] {
        column += canvas.put(String(part), row: row, column: column, ink: isChosen ? .inverse : ink)
      }
      if suggestion.kind == .recent { canvas.put("  again", row: row, column: column, ink: .dim) }
    }
  }

  func press(_ key: Key, in area: Area, photos: PhotoShelf) -> ScreenEffect {
    isTyping ? type(key, in: area) : pressInResults(key, in: area, photos)
  }

  private func type(_ key: Key, in area: Area) -> ScreenEffect {
    let suggestions = model.suggestions
    switch key {
    case .enter: submit(choice.map { suggestions[$0].text })
    case .up:
      choice = choice.map { $0 > 0 ? $0 - 1 : nil } ?? (suggestions.isEmpty ? nil : suggestions.count - 1)
    case .down:
      choice = choice.map { $0 + 1 < suggestions.count ? $0 + 1 : nil } ?? (suggestions.isEmpty ? nil : 0)
    case .tab:
      guard let chosen = choice.map({ suggestions[$0] }) ?? suggestions.first else { return .handled }
      set(TextInput(chosen.text))
    case .mouse(.press, let row, _):
      let index = row - area.row - 1 + max(0, (choice ?? 0) - (area.rows - 1) + 1)
      if suggestions.indices.contains(index) { submit(suggestions[index].text) }
    case .escape where model.results != nil: isTyping = false
    default:
      var changed = input
      guard changed.press(key) else { return .ignored }
      set(changed)
    }
    return .handled
  }

  private func pressInResults(_ key: Key, in area: Area, _ photos: PhotoShelf) -> ScreenEffect {
    if key == .text("/") || key == .tab {
      isTyping = true
      return .handled
    }
    return products?.press(key, in: Self.rest(of: area), photos: photos) ?? .ignored
  }

  /// The area below the field.
  private static func rest(of area: Area) -> Area {
    Area(row: area.row + 1, column: area.column, rows: area.rows - 1, columns: area.columns)
  }

  private func set(_ changed: TextInput) {
    if changed.text != input.text { choice = nil }
    input = changed
    model.text = changed.text
  }

  private func submit(_ text: String?) {
    let text = text ?? input.text
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    input = TextInput(text)
    model.submit(text)
    (isTyping, choice) = (false, nil)
  }
}
