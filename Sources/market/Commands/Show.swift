import ArgumentParser
import Foundation
import OpenMarket

struct Show: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows one product with its photos' addresses.",
    discussion: """
      In a terminal its first photo is displayed too: as a picture if the terminal supports one (kitty graphics, sixels), \
      else in coloured characters. The terminal has half a second to report that (OPENMARKET_TERMINAL_TIMEOUT: other \
      seconds), unless --graphics is given. The product is stored on this device. With --offline, and if the server does \
      not respond within 3 seconds, the stored product is displayed, which is incomplete if only a list has had it so \
      far; --online shows the server's product, or fails, and stores nothing.
      """)

  @Argument(help: "The product's number; with --offline also new-3, as 'market outbox' displays it.")
  var id: String

  @OptionGroup var graphics: GraphicsOptions
  @OptionGroup var source: SourceOptions

  func validate() throws { _ = try productID() }

  func run() async throws {
    let id = try productID()
    try await source.read(product: id) { market in
      let product = try await market.product(id)
      try source.common.print(product.json) { product.detailLines(style: $0) }
      guard let url = product.photo(1) else { return }
      try await showPhoto { try await market.images.photo(at: url, fitting: $0) }
    } orStored: {
      let (reader, pending) = try await source.location.stored()
      let displayed = try pending.product(id, reader.product(id))
      try show(displayed, in: reader.folder)
      guard let url = displayed?.hit.product.photo(1) else { return }
      try await showPhoto { target in
        try await CachedPhotos(beside: reader.folder).photo(at: url, fitting: target)
      }
    }
  }

  /// Shows a photo below the text; one that cannot be had is no failure, as the text was what was asked for.
  private func showPhoto(_ load: (ImageTarget) async throws -> LoadedPhoto) async throws {
    let terminal = Terminal()
    guard !source.json, let screen = await TerminalGraphics.find(graphics.graphics, on: terminal) else {
      return
    }
    let photo: LoadedPhoto
    do {
      photo = try await load(screen.photoTarget)
    } catch let error where error is ImageError || error is StoreError {
      return terminal.note("market: no photo: \(error.sentence)")
    }
    try terminal.print("")
    try await screen.draw(photo.image, on: terminal)
  }

  private func show(_ displayed: OfflineHit?, in folder: URL) throws {
    guard let displayed else {
      throw StoreError(
        .notStored, "product \(id) is not stored in \(folder.path.printable), or is to be deleted")
    }
    try source.common.print(displayed.json) {
      displayed.hit.product.detailLines(style: $0, pending: displayed.pending)
    }
    if !source.json, !displayed.hit.stored.isComplete {
      // Otherwise the server was asked already.
      let hint = source.offline ? "; 'market show \(id)' asks the server" : ""
      Terminal().note("market: only what lists show of it is stored\(hint)")
    }
  }

  private func productID() throws -> Product.ID {
    if source.offline, let listing = ListingArgument(argument: id) { return listing.id }
    guard let id = Product.ID(id), id > 0 else {
      throw ValidationError(
        "'\(id.printable)' is not a product number; those are whole and from 1 to \(Int64.max)")
    }
    return id
  }
}
