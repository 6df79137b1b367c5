import ArgumentParser
import OpenMarket

struct Edit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Edits one of your listings, also while the server cannot be reached.",
    discussion: """
      Only the given fields are sent: the rest stays as it is on the server. A listing without a number from the server \
      is named like new-3. Photos cannot be changed. If the price or the stock has changed on the server meanwhile, \
      nothing is overwritten until 'market outbox resolve'.
      """)

  @Argument(help: "The listing's number.")
  var listing: ListingArgument

  @OptionGroup var fields: FieldOptions
  @OptionGroup var write: WriteOptions

  func validate() throws {
    try require(
      fields.changes != ProductChanges(),
      "say what to change: --name, --description, --price, --discount, --stock, --currency, --field")
  }

  func run() async throws {
    try await write.perform([listing]) { market, listing in
      try await fields.requireCurrency(of: listing.id, in: market)
      return try await market.edit(listing.id, fields.changes).submission
    }
  }
}

struct Sold: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Marks your listings as sold.",
    discussion: "Sets the stock to 0 and nothing else; 'market relist' offers them again.")

  @Argument(help: "The listings' numbers.")
  var listings: [ListingArgument]

  @OptionGroup var write: WriteOptions

  func run() async throws {
    try await write.perform(listings) { try await $0.markSold($1.id).submission }
  }
}

struct Relist: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Offers your sold listings again.", discussion: "Sets the stock and nothing else.")

  @Argument(help: "The listings' numbers.")
  var listings: [ListingArgument]

  @Option(help: .value("count", "The number in stock."))
  var stock = 1

  @OptionGroup var write: WriteOptions

  func validate() throws { try require("--stock", stock, in: 1...ListingRules.maximumStock) }

  func run() async throws {
    try await write.perform(listings) { try await $0.relist($1.id, stock: stock).submission }
  }
}

struct Delete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Deletes your listings.",
    discussion: """
      An unsent listing is deleted at once, with its photos. A deletion cannot be undone once the server has it.
      """)

  @Argument(help: "The listings' numbers.")
  var listings: [ListingArgument]

  @OptionGroup var write: WriteOptions

  func run() async throws {
    try await write.perform(listings) { try await $0.delete($1.id).submission }
  }
}
