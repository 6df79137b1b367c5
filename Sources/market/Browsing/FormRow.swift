import Foundation
import OpenMarket

/// A row of the form: a label and a value, with what is wrong below.
@MainActor struct FormRow {
  enum TextField: String, CaseIterable {
    case name, price, discount, stock, description

    @MainActor func of(_ model: ListingFormModel) -> ListingFormField {
      switch self {
      case .name: model.name
      case .price: model.price
      case .discount: model.discount
      case .stock: model.stock
      case .description: model.description
      }
    }
  }

  /// A place that can be chosen.
  enum Place: Equatable {
    case text(TextField)
    case photo(Int)
    case currency, newPhoto, submit, discard
  }

  let place: Place
  private(set) var lines: [Line]
  /// Where typed text goes, relative to the row; `nil` where nothing is typed.
  private(set) var cursor: Frame.Position?

  static func all(
    of model: ListingFormModel, purpose: String, focus: Place, input: (TextField) -> TextInput,
    path: TextInput, width: Int
  ) -> [FormRow] {
    var rows: [FormRow] = []
    for field in TextField.allCases {
      rows.append(
        FormRow(
          .text(field), field.rawValue.capitalized, input(field), error: field.of(model).error?.message,
          focus, width))
      if field == .price {
        rows.append(FormRow(.currency, "Currency", model.currency.rawValue, focus, width))
      }
    }
    for (index, photo) in model.photos.enumerated() {
      let name = "photo \(index + 1)" + (photo.isMissing ? " is gone: remove it and add it again" : "")
      rows.append(FormRow(.photo(index), index == 0 ? "Photos" : "", name, focus, width))
    }
    if model.remainingPhotoCount > 0 {
      let label = "Add a photo"
      rows.append(FormRow(.newPhoto, label, path, error: model.photosError?.message, focus, width))
    }
    rows.append(FormRow(.submit, "", "[ \(purpose) ]", focus, width))
    rows.append(FormRow(.discard, "", "[ Discard ]", focus, width))
    return rows
  }

  private init(_ place: Place, _ label: String, _ value: String, _ focus: Place, _ width: Int) {
    self.place = place
    let ink = place == focus ? Ink.inverse : .plain
    lines = [Line(text: Self.label(label, isChosen: place == focus, width) + value, ink: ink)]
  }

  private init(
    _ place: Place, _ label: String, _ input: TextInput, error: String?, _ focus: Place, _ width: Int
  ) {
    self.place = place
    let label = Self.label(label, isChosen: place == focus, width)
    let indent = String(repeating: " ", count: label.displayWidth)
    let room = max(2, width - label.displayWidth)
    if place == .text(.description) {
      let (texts, row, column) = input.wrapped(width: room)
      lines = texts.enumerated().map { Line(text: ($0 == 0 ? label : indent) + $1) }
      cursor = .init(row: row, column: label.displayWidth + column)
    } else {
      let (text, column) = input.displayed(width: room - 1)
      lines = [Line(text: label + text)]
      cursor = .init(row: 0, column: label.displayWidth + column)
    }
    if place == focus { lines[0].ink = .bold }
    if let error { lines += error.wrapped(toWidth: room).map { Line(text: indent + $0, ink: .red) } }
  }

  /// The chosen row can be told without colours.
  private static func label(_ text: String, isChosen: Bool, _ width: Int) -> String {
    let room = width < 40 ? 5 : 12
    return (isChosen ? "▸ " : "  ") + text.truncated(toWidth: room).padded(toWidth: room + 1)
  }
}
