import OpenMarket

/// Where products stand on a screen, as a list or as a grid; a grid needs room and pictures.
struct ProductLayout {
  let area: Area
  /// Products side by side.
  let columns: Int
  let cell: (rows: Int, columns: Int)
  /// The cells of its picture; `nil` for none.
  let picture: (rows: Int, columns: Int)?
  /// Whether the picture stands above the text.
  let isGrid: Bool

  init(in area: Area, isGrid: Bool, hasPictures: Bool) {
    self.area = area
    self.isGrid = isGrid && hasPictures && area.columns >= 20 && area.rows >= 7
    if self.isGrid {
      columns = max(1, area.columns / 26)
      let width = area.columns / columns
      // Two columns of a cell are about as wide as one row is high; as many lines as leave the pictures large enough.
      let height = min(area.rows / max(1, area.rows / (width / 3 + 3)), width / 2 + 3)
      cell = (height, width)
      picture = (height - 3, width - 2)
    } else {
      columns = 1
      let hasPictures = hasPictures && area.columns >= 40 && area.rows >= 6
      cell = (hasPictures ? 3 : 1, max(1, area.columns))
      picture = hasPictures ? (3, 7) : nil
    }
  }

  /// Whole lines of products.
  var lines: Int { max(1, area.rows / cell.rows) }

  func shape(count: Int) -> ListPosition.Shape { .init(count: count, columns: columns, lines: lines) }

  /// The cells of the product that is displayed after `offset` others.
  func area(ofCell offset: Int) -> Area {
    Area(
      row: area.row + offset / columns * cell.rows, column: area.column + offset % columns * cell.columns,
      rows: min(cell.rows, area.rows), columns: cell.columns)
  }
}

struct ProductCell {
  var product: Product
  var isSelected: Bool

  /// Draws into the cells that `layout` has for it, with its picture if that is there.
  func draw(on canvas: inout Canvas, in area: Area, _ layout: ProductLayout, picture: Picture?) {
    let ink = isSelected ? Ink.inverse : Ink.plain
    if let picture, let box = layout.picture {
      let column = area.column + (layout.isGrid ? 1 : 0)
      // In a grid right above its name.
      let free = max(0, box.rows - picture.rows)
      canvas.put(
        picture, row: area.row + (layout.isGrid ? free : free / 2),
        column: column + max(0, box.columns - picture.columns) / 2)
    }
    let price = product.salePrice.priceText(in: product.currency)
    let row = area.row + (layout.isGrid ? layout.picture?.rows ?? 0 : 0)
    let start = area.column + (layout.isGrid ? 0 : layout.picture.map { $0.columns + 1 } ?? 0)
    let width = layout.isGrid ? area.columns - 1 : max(0, area.right - start)
    if isSelected { canvas.cursor = .init(row: row, column: start) }
    guard layout.cell.rows > 1 else {
      // Dimming alone says it to no one without colours.
      let price = state.isEmpty ? price : "\(state) \(price)"
      let priceWidth = width >= 30 ? max(11, price.displayWidth) : price.displayWidth
      let nameWidth = max(0, width - priceWidth - 1)
      canvas.put(mark + product.name, row: area.row, column: start, width: nameWidth, ink: ink)
      canvas.put(
        price.padded(toWidth: priceWidth, onLeft: true), row: area.row, column: start + nameWidth + 1,
        ink: weak)
      return
    }
    canvas.put(mark + product.name, row: row, column: start, width: width, ink: ink)
    canvas.put("  \(price)  \(state)", row: row + 1, column: start, width: width, ink: weak)
    if layout.isGrid { return }
    let facts = [product.vendorName, product.updatedAt?.utcDay].compactMap(\.self).joined(separator: "  ")
    canvas.put("  " + facts, row: row + 2, column: start, width: width, ink: .dim)
  }

  /// Seen without colours too.
  private var mark: String { isSelected ? "▸ " : "  " }
  private var state: String { product.id.isLocal ? "waiting" : product.isSoldOut ? "sold" : "" }
  private var weak: Ink { product.isSoldOut ? .dim : .plain }
}
