import ArgumentParser
import Foundation
import OpenMarket

/// The subcommand `market show`.
struct Show: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows one product with its photos' addresses.",
    discussion: """
      It is stored on this device. With --offline what is stored is shown, which is not everything when only a list \
      has shown the product so far.
      """)

  @Argument(help: "The product's number.")
  var id: String

  @OptionGroup var common: CommonOptions
  @OptionGroup var source: OfflineOptions

  func validate() throws { _ = try productID() }

  func run() async throws {
    let id = try productID()
    if source.offline {
      let reader = try source.location.reader(common)
      try show(reader.product(id), in: reader.folder)
    } else {
      try await OnlineMarket.open(common, source.location) { market in
        let product = try await market.product(id)
        let terminal = Terminal()
        try common.json
          ? terminal.printJSON(ProductJSON(product))
          : terminal.print(product.detailLines(style: terminal.style))
      }
    }
  }

  private func show(_ stored: StoredProduct?, in folder: URL) throws {
    guard let stored else {
      throw StoreError(.notStored, "product \(id) is not stored in \(folder.path.printable)")
    }
    let terminal = Terminal()
    if common.json { return try terminal.printJSON(ProductJSON(stored)) }
    try terminal.print(stored.product.detailLines(style: terminal.style))
    if !stored.isComplete {
      terminal.note("market: only what lists show of it is stored; 'market show \(id)' asks the server")
    }
  }

  private func productID() throws -> Product.ID {
    guard let id = Product.ID(id), id > 0 else {
      throw ValidationError(
        "'\(id.printable)' is not a product number; those are whole and from 1 to \(Int64.max)")
    }
    return id
  }
}
