import OpenMarket

/// The screens that are open, one over the other, with a heading above the top one and its keys below.
@MainActor final class Browser {
  /// The effect of a key beyond a new picture.
  enum Outcome: Equatable {
    case none, quit, suspend, redraw
    /// Ctrl-C or Ctrl-D.
    case interrupted
  }

  private let market: Marketplace
  private let preferences: BrowserPreferences
  private let photos: PhotoShelf
  private let onChange: @MainActor () -> Void
  private var screens: [any BrowserScreen]
  /// The outcome of the last action, until the next key. It may come while another screen is displayed, whose keys
  /// it must not hide.
  private var notice: Line?
  private var question: (text: String, action: @MainActor () async throws -> String)?
  private var size = ScreenSize(columns: 0, rows: 0)

  /// Begins with the list of all products; `onChange` is called when there is something new to draw.
  init(
    _ market: Marketplace, _ preferences: BrowserPreferences, photos: PhotoShelf,
    onChange: @escaping @MainActor () -> Void
  ) {
    (self.market, self.preferences, self.photos, self.onChange) = (market, preferences, photos, onChange)
    screens = [ListScreen(market, preferences)]
  }

  var top: any BrowserScreen { screens[screens.count - 1] }

  func canvas(_ size: ScreenSize) -> Canvas {
    self.size = size
    var canvas = Canvas(size)
    let (screen, body) = (top, body)
    if body.row > 0 {
      let title = canvas.put(screen.title, row: 0, column: 0, ink: .bold)
      let status = screen.status
      let width = min(status.text.printable.displayWidth, size.columns - title - 2)
      canvas.put(status.text, row: 0, column: size.columns - width, width: width, ink: status.ink)
    }
    // Screen readers and the windows of input methods are where the cursor is: where there is nothing to choose, at the beginning.
    canvas.cursor = .init(row: body.row, column: body.column)
    screen.draw(on: &canvas, in: body, photos: photos)
    photos.endFrame()
    if body.bottom < size.rows { drawFooter(on: &canvas, screen.hints) }
    return canvas
  }

  /// The rows between the heading and the notice or the keys; all of a screen that is too low for these.
  private var body: Area {
    guard size.rows >= 3 else { return Area(row: 0, column: 0, rows: size.rows, columns: size.columns) }
    return Area(row: 1, column: 0, rows: size.rows - (hasNoticeRow ? 3 : 2), columns: size.columns)
  }

  /// Whether the notice has a row above the keys; otherwise it stands in their place.
  private var hasNoticeRow: Bool { notice != nil && question == nil && size.rows >= 6 }

  private func drawFooter(on canvas: inout Canvas, _ hints: [KeyHint]) {
    let row = size.rows - 1
    if let question {
      let end = canvas.put("\(question.text) y or n", row: row, column: 0, ink: .yellow)
      canvas.cursor = .init(row: row, column: min(end, size.columns - 1))
      return
    }
    if let notice { canvas.put(notice.text, row: hasNoticeRow ? row - 1 : row, column: 0, ink: notice.ink) }
    if notice == nil || hasNoticeRow {
      for (hint, columns) in places(of: hints) {
        let width = canvas.put(hint.name, row: row, column: columns.lowerBound, ink: .bold)
        canvas.put(" " + hint.use, row: row, column: columns.lowerBound + width, ink: .dim)
      }
    }
  }

  /// As many as there is room for.
  private func places(of hints: [KeyHint]) -> [(hint: KeyHint, columns: Range<Int>)] {
    var column = 0
    return hints.compactMap { hint in
      let end = column + hint.name.displayWidth + 1 + hint.use.displayWidth
      guard end <= size.columns else { return nil }
      defer { column = end + 2 }
      return (hint, column..<end)
    }
  }

  func press(_ key: Key) -> Outcome {
    switch key {
    case .interrupt, .endOfInput: return .interrupted
    case .suspend: return .suspend
    case .redraw: return .redraw
    default: break
    }
    let body = body
    notice = nil
    if let question {
      // Neither yes nor no: it may have been typed before the question was there, or end a syllable.
      if key == .enter { return .none }
      self.question = nil
      if [.text("y"), .text("ㅛ")].contains(key) { perform(question.action) }
      return .none
    }
    if case .mouse(.press, let row, let column) = key, row == size.rows - 1, body.bottom < size.rows {
      guard let hint = places(of: top.hints).first(where: { $0.columns ~= column })?.hint else {
        return .none
      }
      return press(hint.key)
    }
    switch top.press(key, in: body, photos: photos) {
    case .ignored: return key.latinKeys.map(press) ?? pressAnywhere(key)
    case .handled: break
    case .open(let screen): screens.append(screen)
    case .perform(let action): perform(action)
    case .confirm(let text, let action): question = (text, action)
    }
    return .none
  }

  /// Presses keys until one of them has an outcome or asks: the rest of the syllable is no response.
  private func press(_ keys: [Key]) -> Outcome {
    for key in keys {
      let outcome = press(key)
      if outcome != .none || question != nil { return outcome }
    }
    return .none
  }

  private func pressAnywhere(_ key: Key) -> Outcome {
    switch key {
    case .text("q"): return .quit
    case .escape, .backspace: if screens.count > 1 { screens.removeLast() }
    case .text("/"): open(SearchScreen(market, preferences))
    case .text("m"): open(SalesScreen(market, preferences))
    case .text("o"): open(OutboxScreen(market))
    case .text("n"): open(FormScreen(ListingFormModel(in: market), "Sell"))
    case .text("?"): open(HelpScreen())
    default: break
    }
    return .none
  }

  /// Opens a screen that can be reached from anywhere: over the first, so that they do not pile up.
  private func open(_ screen: any BrowserScreen) { screens = [screens[0], screen] }

  private func perform(_ action: @escaping @MainActor () async throws -> String) {
    let screen = top
    Task { [weak self] in
      let result = await Result { try await action() }
      guard let self else { return }
      switch result {
      case .success(""): break
      case .success(let text): notice = Line(text: text, ink: .green)
      case .failure(let error): notice = Line(text: error.sentence, ink: .red)
      }
      if case .success = result, screen.isDone, screens.count > 1, screens.last === screen {
        screens.removeLast()
      }
      onChange()
    }
  }
}
