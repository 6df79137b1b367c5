import Foundation
import OpenMarket

/// The form for a new listing, an edit, or the correction of a refused one.
@MainActor final class FormScreen: BrowserScreen {
  private let model: ListingFormModel
  private let purpose: String
  private var focus = FormRow.Place.text(.name)
  private var inputs: [FormRow.TextField: TextInput] = [:]
  private var path = TextInput()
  private var firstLine = 0
  private(set) var isDone = false

  /// `purpose` is on the button that submits the form.
  init(_ model: ListingFormModel, _ purpose: String) {
    (self.model, self.purpose) = (model, purpose)
  }

  var title: String { purpose == "Sell" ? "New listing" : "Edit" }

  var status: Line {
    switch model.phase {
    case .loading: Line(text: "loading …", ink: .dim)
    case .failed(let error): Line(text: error.sentence, ink: .red)
    case .submitting: Line(text: "one moment …", ink: .dim)
    case .editing, .submitted: .empty
    }
  }

  var hints: [KeyHint] {
    var hints = [KeyHint("↑↓", "fields", .down)]
    switch focus {
    case .currency: hints.append(KeyHint("←→", "change", .right))
    case .photo: hints += [KeyHint("←→", "move", .right), KeyHint("Del", "remove", .delete)]
    case .newPhoto: hints.append(KeyHint("Enter", "add the file", .enter))
    case .submit, .discard: hints.append(KeyHint("Enter", "do it", .enter))
    case .text: break
    }
    return hints + [.back]
  }

  private func input(_ field: FormRow.TextField) -> TextInput {
    let text = field.of(model).text
    if let input = inputs[field], input.text == text { return input }
    return TextInput(text, hasLines: field == .description)
  }

  private func rows(width: Int) -> [FormRow] {
    FormRow.all(of: model, purpose: purpose, focus: focus, input: input, path: path, width: width)
  }

  func draw(on canvas: inout Canvas, in area: Area, photos: PhotoShelf) {
    let rows = rows(width: area.columns)
    if !rows.contains(where: { $0.place == focus }) {
      focus = rows.contains { $0.place == .newPhoto } ? .newPhoto : .submit
    }
    var line = 0
    let starts = rows.map { row in
      defer { line += row.lines.count }
      return line
    }
    // The chosen row stays on the screen, its first line at least.
    if let chosen = rows.firstIndex(where: { $0.place == focus }) {
      let cursorLine = starts[chosen] + (rows[chosen].cursor?.row ?? 0)
      firstLine = max(min(firstLine, cursorLine), cursorLine - max(1, area.rows) + 1)
    }
    for (row, start) in zip(rows, starts) {
      for (offset, text) in row.lines.enumerated()
      where area.contains(row: area.row + start + offset - firstLine, column: 0) {
        canvas.put(
          text.text, row: area.row + start + offset - firstLine, column: area.column, width: area.columns,
          ink: text.ink)
      }
      guard row.place == focus else { continue }
      let cursor = row.cursor ?? .init(row: 0, column: 0)
      let place = Frame.Position(
        row: area.row + start + cursor.row - firstLine, column: area.column + cursor.column)
      if area.contains(row: place.row, column: place.column) { canvas.cursor = place }
    }
  }

  func press(_ key: Key, in area: Area, photos: PhotoShelf) -> ScreenEffect {
    // Not for each letter: the texts are laid out for it.
    lazy var places = rows(width: area.columns).map(\.place)
    lazy var index = places.firstIndex(of: focus) ?? 0
    switch key {
    case .up, .backTab, .mouse(.wheelUp, _, _): focus = places[max(0, index - 1)]
    case .down, .tab, .mouse(.wheelDown, _, _): focus = places[min(index + 1, places.count - 1)]
    case .pageUp: focus = places[0]
    case .pageDown: focus = places[places.count - 1]
    case .escape:
      return .action { [self] in
        try await model.save()
        isDone = true
      }
    case .mouse(.press, let row, _): return click(line: row - area.row + firstLine, width: area.columns)
    case .enter: return enter(next: places[min(index + 1, places.count - 1)])
    default: return edit(key)
    }
    return .handled
  }

  private func edit(_ key: Key) -> ScreenEffect {
    guard case .editing = model.phase else { return .ignored }
    switch focus {
    case .text(let field):
      var input = input(field)
      guard input.press(key) else { return .handled }
      inputs[field] = input
      field.of(model).text = input.text
    case .currency:
      let all = Currency.allCases
      guard key == .left || key == .right || key == .text(" ") else { return .handled }
      let next = (all.firstIndex(of: model.currency) ?? 0) + (key == .left ? all.count - 1 : 1)
      model.currency = all[next % all.count]
    case .photo(let index):
      switch key {
      case .delete, .backspace, .text("x"): model.removePhotos(at: [index])
      case .left where index > 0:
        model.movePhotos(from: [index], to: index - 1)
        focus = .photo(index - 1)
      case .right where index + 1 < model.photos.count:
        model.movePhotos(from: [index], to: index + 2)
        focus = .photo(index + 1)
      default: break
      }
    case .newPhoto: _ = path.press(key)
    case .submit, .discard: break
    }
    return .handled
  }

  private func enter(next: FormRow.Place) -> ScreenEffect {
    switch focus {
    case .text(.description): return edit(.text("\n"))
    case .text, .currency, .photo: focus = next
    case .newPhoto:
      guard !path.text.isEmpty else {
        focus = next
        return .handled
      }
      let files = path.text.droppedFiles
      return .action { [self] in
        try await model.addPhotos(files.map { PhotoUpload(contentsOf: $0) })
        path = TextInput()
      }
    case .submit:
      return .perform { [self] in
        let listing = try await model.submit()
        isDone = true
        return "\(listing.id.listingText) is safe on this device, and on its way."
      }
    case .discard:
      return .action("Discard it?") { [self] in
        try await model.discard()
        (inputs, path) = ([:], TextInput())
      }
    }
    return .handled
  }

  private func click(line: Int, width: Int) -> ScreenEffect {
    var end = 0
    for row in rows(width: width) {
      end += row.lines.count
      guard line < end else { continue }
      let wasChosen = focus == row.place
      focus = row.place
      if focus == .submit || focus == .discard, wasChosen { return enter(next: focus) }
      return .handled
    }
    return .handled
  }
}
