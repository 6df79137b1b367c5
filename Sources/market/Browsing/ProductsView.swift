import OpenMarket

/// A list or grid of products to scroll through without end, as a part of several screens.
@MainActor final class ProductsView {
  let model: ProductListModel
  private let market: Marketplace
  private let preferences: BrowserPreferences
  private var position = ListPosition()
  /// The product that was chosen when it was last drawn: it stays so when the list moves.
  private var selected: Product.ID?

  init(_ model: ProductListModel, in market: Marketplace, _ preferences: BrowserPreferences) {
    (self.model, self.market, self.preferences) = (model, market, preferences)
  }

  private var count: Int { model.pending.count + model.items.count }

  /// New listings of this device stand above the list.
  private func product(_ index: Int) -> Product {
    let pending = model.pending
    return index < pending.count ? pending[index] : model.items[index - pending.count]
  }

  /// The chosen product; `nil` in an empty list.
  var selection: Product? { position.selection < count ? product(position.selection) : nil }

  var status: Line {
    switch model.phase {
    case .loadingFirst, .loadingNext, .refreshing: return Line(text: "loading …", ink: .dim)
    case .failed(let failure): return Line(text: failure.error.sentence, ink: .red)
    default: break
    }
    if model.newCount > 0 { return Line(text: "\(model.newCount) new: r", ink: .green) }
    if let offline = model.offline { return Line(text: "offline: \(offline.error.sentence)", ink: .yellow) }
    if model.phase == .endReached { return Line(text: "\(count) in all", ink: .dim) }
    return Line(text: count == 0 ? "" : "\(position.selection + 1) of \(count)+", ink: .dim)
  }

  func draw(on canvas: inout Canvas, in area: Area, photos: PhotoShelf, whenEmpty hint: String) {
    let layout = layout(in: area, photos)
    let shape = layout.shape(count: count)
    follow(shape)
    position.settle(in: shape)
    selected = selection?.id
    let visible = position.visible(shape)
    for index in visible {
      let product = product(index)
      let cell = ProductCell(product: product, isSelected: index == position.selection)
      let picture = layout.picture.flatMap {
        photos.picture(product.thumbnail, rows: $0.rows, columns: $0.columns)
      }
      cell.draw(on: &canvas, in: layout.area(ofCell: index - visible.lowerBound), layout, picture: picture)
    }
    if let last = visible.last { model.itemAppeared(product(last).id) }
    if visible.isEmpty, !model.phase.isLoading {
      canvas.put(hint, row: area.row, column: area.column, width: area.columns, ink: .dim)
    }
  }

  func press(_ key: Key, in area: Area, photos: PhotoShelf) -> ScreenEffect {
    let layout = layout(in: area, photos)
    let shape = layout.shape(count: count)
    if position.press(key, in: shape) {
      selected = selection?.id
      return .handled
    }
    switch key {
    case .enter: return open()
    case .mouse(.press, let row, let column):
      let visible = position.visible(shape)
      guard
        let index = visible.first(where: {
          layout.area(ofCell: $0 - visible.lowerBound).contains(row: row, column: column)
        })
      else { return .handled }
      if index == position.selection { return open() }
      position.select(index, in: shape)
      selected = selection?.id
      return .handled
    case .text("r"):
      photos.retry()
      if case .failed = model.phase {
        model.retry()
        return .handled
      }
      return .action { [model] in await model.refresh() }
    case .text("g"):
      preferences.isGrid.toggle()
      return .handled
    default: return .ignored
    }
  }

  private func open() -> ScreenEffect {
    guard let selection else { return .handled }
    return .open(DetailScreen(selection, in: market))
  }

  private func layout(in area: Area, _ photos: PhotoShelf) -> ProductLayout {
    ProductLayout(in: area, isGrid: preferences.isGrid, hasPictures: photos.isOpen)
  }

  /// Finds what was chosen, where the list has moved.
  private func follow(_ shape: ListPosition.Shape) {
    guard let selected, position.selection > 0 || position.firstLine > 0, selection?.id != selected else {
      return
    }
    let (pending, items) = (model.pending, model.items)
    let index =
      pending.firstIndex { $0.id == selected }
      ?? items.firstIndex { $0.id == selected }.map { pending.count + $0 }
    if let index { position.select(index, in: shape) }
  }
}

/// The choices that hold for all lists.
@MainActor final class BrowserPreferences {
  var isGrid: Bool

  init(isGrid: Bool) { self.isGrid = isGrid }
}
