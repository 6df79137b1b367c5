import ArgumentParser
import OpenMarket
import OpenMarketHTTP

struct Edit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Changes one of your listings, also while the server cannot be reached.",
    discussion: """
      Only what is given is sent: the rest stays as it is on the server. A listing that the server has not numbered yet \
      is called new-3. Photos cannot be changed. When a price or the stock has changed on the server meanwhile, \
      nothing is overwritten: 'market outbox resolve' decides.
      """)

  @Argument(help: "The listing's number.")
  var listing: ListingArgument

  @OptionGroup var fields: FieldOptions
  @OptionGroup var write: WriteOptions

  func validate() throws {
    guard fields.changes != ProductChanges() else {
      throw ValidationError(
        "say what to change: --name, --description, --price, --discount, --stock, --currency, --field")
    }
  }

  func run() async throws {
    do {
      try await write.perform([{ try await $0.edit(listing.id, fields.changes).submission }])
    } catch let error as ListingValidationError {
      try error.report(asJSON: write.common.json)
    }
  }
}

struct Sold: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Marks listings of yours as sold.",
    discussion: "Sets the stock to 0 and nothing else; 'market relist' offers them again.")

  @Argument(help: "The listings' numbers.")
  var listings: [ListingArgument]

  @OptionGroup var write: WriteOptions

  func run() async throws {
    try await write.perform(listings.map { listing in { try await $0.markSold(listing.id).submission } })
  }
}

struct Relist: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Offers sold listings of yours again.", discussion: "Sets the stock and nothing else.")

  @Argument(help: "The listings' numbers.")
  var listings: [ListingArgument]

  @Option(help: ArgumentHelp("How many there are.", valueName: "count"))
  var stock = 1

  @OptionGroup var write: WriteOptions

  func validate() throws {
    guard 1...ListingRules.maximumStock ~= stock else {
      throw ValidationError("--stock is \(stock); it must be 1 to \(ListingRules.maximumStock)")
    }
  }

  func run() async throws {
    try await write.perform(
      listings.map { listing in { try await $0.relist(listing.id, stock: stock).submission } })
  }
}

struct Delete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Takes listings of yours away.",
    discussion: """
      One that was never sent vanishes at once, with its photos. A deletion cannot be undone once the server has it.
      """)

  @Argument(help: "The listings' numbers.")
  var listings: [ListingArgument]

  @OptionGroup var write: WriteOptions

  func run() async throws {
    try await write.perform(listings.map { listing in { try await $0.delete(listing.id).submission } })
  }
}
