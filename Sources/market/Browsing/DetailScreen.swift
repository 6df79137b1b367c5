import Foundation
import OpenMarket

@MainActor final class DetailScreen: BrowserScreen {
  private let model: ProductDetailModel
  private let market: Marketplace
  /// The product as the list has it, until more is known.
  private let listed: Product
  private var text = ScrolledText()

  init(_ product: Product, in market: Marketplace) {
    (listed, self.market) = (product, market)
    model = ProductDetailModel(product.id, in: market)
  }

  private var product: Product { model.product ?? listed }

  var title: String { product.id.listingText }

  var status: Line {
    switch model.phase {
    case .loading: return Line(text: "loading …", ink: .dim)
    case .gone: return Line(text: "gone", ink: .red)
    case .failed(let error): return Line(text: "as it was stored: \(error.sentence)", ink: .yellow)
    case .loaded: break
    }
    guard model.photos.count > 1 else { return .empty }
    return Line(text: "photo \(model.photoIndex + 1) of \(model.photos.count)", ink: .dim)
  }

  var hints: [KeyHint] {
    var hints = [KeyHint.back]
    if model.isMine {
      hints += [
        KeyHint("e", "edit"), KeyHint("s", product.isSoldOut ? "on sale again" : "sold"),
        KeyHint("d", "delete"),
      ]
    }
    if model.photos.count > 1 { hints.append(KeyHint("←→", "photos", .right)) }
    return hints + [KeyHint("r", "refresh")]
  }

  func draw(on canvas: inout Canvas, in area: Area, photos: PhotoShelf) {
    let (photo, rest) = Self.division(of: area, hasPictures: photos.isOpen && address.url != nil)
    if let photo,
      let picture = photos.picture(
        address.url, thumbnail: address.thumbnail, rows: photo.rows, columns: photo.columns)
    {
      canvas.put(picture, row: photo.row, column: photo.column + max(0, photo.columns - picture.columns) / 2)
    }
    text.draw(lines(width: rest.columns), on: &canvas, in: rest)
  }

  func press(_ key: Key, in area: Area, photos: PhotoShelf) -> ScreenEffect {
    if text.press(key, rows: area.rows) { return .handled }
    switch key {
    case .left: model.photoIndex -= 1
    case .right: model.photoIndex += 1
    case .mouse(.press, _, _) where model.photos.count > 1:
      model.photoIndex = (model.photoIndex + 1) % model.photos.count
    case .text("r"):
      photos.retry()
      return .action { [model] in await model.refresh() }
    case .text("e") where model.isMine:
      return .open(FormScreen(ListingFormModel(editing: product.id, in: market), "Save"))
    case .text("s") where model.isMine:
      return product.isSoldOut
        ? .action(done: "It is on sale again.") { [model] in try await model.relist() }
        : .action("Is it sold?", done: "It is sold.") { [model] in try await model.markSold() }
    case .text("d") where model.isMine:
      return .action("Delete it?", done: "It is deleted.") { [model] in try await model.delete() }
    default: return .ignored
    }
    return .handled
  }

  /// The addresses of the photo to show; of the thumbnail alone until the others are known.
  private var address: (url: URL?, thumbnail: URL?) {
    let photos = model.photos
    guard photos.indices.contains(model.photoIndex) else { return (product.thumbnail, nil) }
    return (photos[model.photoIndex].url, photos[model.photoIndex].thumbnailURL)
  }

  /// The photo beside the text, above it, or not at all.
  private static func division(of area: Area, hasPictures: Bool) -> (photo: Area?, text: Area) {
    guard hasPictures else { return (nil, area) }
    var (photo, text) = (area, area)
    if area.columns >= 60, area.rows >= 6 {
      photo.columns = min(area.columns / 2, area.rows * 5 / 2)
      text.column += photo.columns + 2
      text.columns -= photo.columns + 2
    } else if area.columns >= 16, area.rows >= 12 {
      photo.rows = area.rows / 2
      text.row += photo.rows
      text.rows -= photo.rows
    } else {
      return (nil, area)
    }
    return (photo, text)
  }

  private func lines(width: Int) -> [Line] {
    let product = product
    var lines = product.name.wrapped(toWidth: width).map { Line(text: $0, ink: .bold) } + [.empty]
    lines += Style.plain.lines(product.facts).map { Line(text: $0) }
    if product.id.isLocal { lines.append(Line(text: "waits to be sent", ink: .yellow)) }
    if let description = product.description, !description.isEmpty {
      lines += [.empty] + description.wrapped(toWidth: width).map { Line(text: $0) }
    }
    return lines
  }
}
