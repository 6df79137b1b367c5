import OpenMarket

/// The pending writes, those that were refused, and the questions that only the user can decide.
@MainActor final class OutboxScreen: BrowserScreen {
  private let model: OutboxModel
  private let market: Marketplace
  private var position = ListPosition()

  init(_ market: Marketplace) {
    self.market = market
    model = OutboxModel(market)
  }

  let title = "Outbox"

  var status: Line {
    let counts = [
      (model.questions.count, "to decide"), (model.refused.count, "refused"),
      (model.pending.count, "waiting"),
    ]
    let text = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    return Line(text: text, ink: .dim)
  }

  var hints: [KeyHint] {
    var hints = model.submissions.isEmpty ? [] : [.open] + actions.map(\.hint)
    if !model.pending.isEmpty { hints.append(KeyHint("S", "send all")) }
    if model.lastDiscarded != nil { hints.append(KeyHint("u", "undo discard")) }
    return hints + [.back]
  }

  private var selection: Submission? {
    let submissions = model.submissions
    return submissions.indices.contains(position.selection) ? submissions[position.selection] : nil
  }

  private var actions: [SubmissionAction] { SubmissionAction.all(for: selection, of: model, in: market) }

  /// Two lines for each, where there is room.
  private static func shape(_ count: Int, in area: Area) -> (ListPosition.Shape, height: Int) {
    let height = area.rows >= 6 ? 2 : 1
    return (.init(count: count, lines: max(1, area.rows / height)), height)
  }

  func draw(on canvas: inout Canvas, in area: Area, photos: PhotoShelf) {
    let submissions = model.submissions
    let (shape, height) = Self.shape(submissions.count, in: area)
    position.settle(in: shape)
    if submissions.isEmpty, model.isLoaded {
      canvas.put("Nothing waits to be sent.", row: area.row, column: area.column, ink: .dim)
    }
    let visible = position.visible(shape)
    for index in visible {
      let (submission, row) = (submissions[index], area.row + (index - visible.lowerBound) * height)
      let isSelected = index == position.selection
      if isSelected { canvas.cursor = .init(row: row, column: area.column) }
      canvas.put(
        (isSelected ? "▸ " : "  ") + (height > 1 ? "" : submission.state.name + ": ") + submission.headline,
        row: row, column: area.column,
        ink: isSelected ? .inverse : .plain)
      guard height > 1 else { continue }
      canvas.put(
        "  " + submission.stateLine(model.uploads[submission.id]), row: row + 1, column: area.column,
        ink: submission.stateInk)
    }
  }

  func press(_ key: Key, in area: Area, photos: PhotoShelf) -> ScreenEffect {
    let (shape, height) = Self.shape(model.submissions.count, in: area)
    if position.press(key, in: shape) { return .handled }
    switch key {
    case .enter: return selection.map { .open(SubmissionScreen($0, of: model, in: market)) } ?? .handled
    case .mouse(.press, let row, _):
      let index = position.visible(shape).lowerBound + (row - area.row) / height
      if index == position.selection, let selection {
        return .open(SubmissionScreen(selection, of: model, in: market))
      }
      position.select(index, in: shape)
      return .handled
    case .text("S"):
      return .perform { [model] in
        try await model.retryAll().isEmpty ? "Everything is sent." : "What is left waits."
      }
    case .text("u") where model.lastDiscarded != nil:
      return .action(done: "It is back.") { [model] in try await model.undoDiscard() }
    default: return actions.first { $0.hint.key == key }?.effect() ?? .ignored
    }
  }
}

/// One write on its way to the server, with all that can be done about it.
@MainActor final class SubmissionScreen: BrowserScreen {
  private let model: OutboxModel
  private let market: Marketplace
  private let opened: Submission
  private var text = ScrolledText()

  init(_ submission: Submission, of model: OutboxModel, in market: Marketplace) {
    (opened, self.model, self.market) = (submission, model, market)
  }

  /// As it is now; `nil` when it is through.
  private var submission: Submission? { model.submissions.first { $0.id == opened.id } }

  private var actions: [SubmissionAction] { SubmissionAction.all(for: submission, of: model, in: market) }

  var title: String { "Outbox: \(opened.id)" }
  var status: Line {
    submission.map { Line(text: $0.state.name, ink: $0.stateInk) } ?? Line(text: "done", ink: .green)
  }
  var hints: [KeyHint] { actions.map(\.hint) + [.back] }

  func draw(on canvas: inout Canvas, in area: Area, photos: PhotoShelf) {
    let lines = (submission ?? opened).detailLines(style: .plain, advises: false)
      .flatMap { $0.wrapped(toWidth: area.columns) }
    text.draw(lines.map { Line(text: $0) }, on: &canvas, in: area)
  }

  func press(_ key: Key, in area: Area, photos: PhotoShelf) -> ScreenEffect {
    if text.press(key, rows: area.rows) { return .handled }
    return actions.first { $0.hint.key == key }?.effect() ?? .ignored
  }
}
