import OpenMarket

/// A search field with suggestions as the user types, and the hits.
@MainActor final class SearchScreen: BrowserScreen {
  private let model: SearchModel
  private let market: Marketplace
  private let preferences: BrowserPreferences
  private var field = SuggestionField()
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
    let (text, column) = field.input.displayed(width: max(2, area.columns - 3))
    canvas.put("> " + text, row: area.row, column: area.column, ink: .bold)
    if isTyping {
      canvas.cursor = .init(row: area.row, column: min(2 + column, max(0, area.columns - 1)))
      drawSuggestions(on: &canvas, in: Self.rest(of: area))
    } else {
      products?.draw(on: &canvas, in: Self.rest(of: area), photos: photos, whenEmpty: "Nothing was found.")
    }
  }

  private func drawSuggestions(on canvas: inout Canvas, in area: Area) {
    let suggestions = model.suggestions
    field.offer(suggestions.map(\.text))
    for (offset, index) in field.visible(rows: area.rows).enumerated() {
      let (suggestion, row) = (suggestions[index], area.row + offset)
      let isChosen = index == field.selection
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
    if isTyping { return type(key, in: area) }
    if key == .text("/") || key == .tab {
      isTyping = true
      return .handled
    }
    return products?.press(key, in: Self.rest(of: area), photos: photos) ?? .ignored
  }

  private func type(_ key: Key, in area: Area) -> ScreenEffect {
    field.offer(model.suggestions.map(\.text))
    switch key {
    case .mouse(.press, let row, _):
      let index = field.visible(rows: area.rows - 1).lowerBound + row - area.row - 1
      if field.suggestions.indices.contains(index) { submit(field.suggestions[index]) }
    case .escape where model.results != nil: isTyping = false
    default:
      switch field.press(key) {
      case .ask(let text): model.text = text
      case .forget: model.text = ""
      case .finish(let text): submit(text)
      case .leave: return .ignored
      case .suspend, nil: break
      }
    }
    return .handled
  }

  /// The area below the field.
  private static func rest(of area: Area) -> Area {
    Area(row: area.row + 1, column: area.column, rows: area.rows - 1, columns: area.columns)
  }

  private func submit(_ text: String) {
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    field = SuggestionField(text: text)
    model.submit(text)
    isTyping = false
  }
}
