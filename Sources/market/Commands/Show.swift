import ArgumentParser
import OpenMarketAPI

/// The subcommand `market show`.
struct Show: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Shows one product with its photos' addresses.")

  @Argument(help: "The product's number.")
  var id: String

  @OptionGroup var common: CommonOptions

  func validate() throws { _ = try productID() }

  func run() async throws {
    let product = try await common.makeClient().product(productID())
    let terminal = Terminal()
    if common.json {
      try terminal.printJSON(ProductJSON(product))
    } else {
      try terminal.print(product.detailLines(style: terminal.style))
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
