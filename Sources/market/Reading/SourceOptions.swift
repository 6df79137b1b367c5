import ArgumentParser
import Foundation
import OpenMarket

/// Where a command reads: the server together with what is stored on this device, or one of the two.
struct SourceOptions: ParsableArguments {
  @OptionGroup var location: StoreOptions

  @Flag(help: "Show the server's data, and nothing else.")
  var online = false

  @Flag(help: "Show the data stored on this device; no request is sent.")
  var offline = false

  var common: CommonOptions { location.common }
  var json: Bool { location.json }

  func validate() throws {
    try require(!online || !offline, "--online and --offline exclude each other")
  }

  /// Shows what the server says by `ask`, or what is stored by `showStored`: that with `--offline`, and where the
  /// server does not respond, unless `--online` is given or nothing is stored. Where one product is asked for, it is
  /// `product`.
  func read<Value>(
    product: Product.ID? = nil, _ ask: (OnlineMarket) async throws -> Value,
    orStored showStored: () async throws -> Value
  ) async throws -> Value {
    if offline { return try await showStored() }
    do {
      return try await OnlineMarket.open(self, product: product, ask)
    } catch let failure as ServerAway {
      Terminal().note("market: \(failure.note)")
      return try await showStored()
    }
  }
}

struct FilterOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .value("price", "The minimum price, discount deducted; 45,000원 finds KRW only."),
    transform: Amount.init(argument:))
  var minPrice: Amount?

  @Option(
    parsing: .unconditional,
    help: .value("price", "The maximum price, discount deducted; 45,000원 finds KRW only."),
    transform: Amount.init(argument:))
  var maxPrice: Amount?

  @Option(help: .value("id", "Only products of the vendor with this number."))
  var vendor: Int64?

  @Option(
    parsing: .unconditionalSingleValue,
    help: .value("name=value", "Only products with this value of a field beyond the contract: JSON, or text.")
  )
  var field: [ExtraArgument] = []

  @OptionGroup var availability: AvailabilityOptions

  static let onlineMessage =
    "filters go with --offline: the server knows none (--min-price, --max-price, --vendor, --field, --on-sale, --sold-out)"

  var isUsed: Bool {
    minPrice != nil || maxPrice != nil || vendor != nil || !field.isEmpty || availability.isUsed
  }

  func validate() throws { _ = try filter() }

  func filter() throws -> ProductFilter {
    let (low, high) = (minPrice?.value, maxPrice?.value)
    try require((low ?? 0) >= 0 && (high ?? 0) >= 0, "a price is 0 or more")
    if let low, let high, low > high {
      throw ValidationError("--min-price \(low) is more than --max-price \(high)")
    }
    let currency = minPrice?.currency ?? maxPrice?.currency
    try require(
      maxPrice?.currency == nil || maxPrice?.currency == currency,
      "--min-price and --max-price are in different currencies")
    var filter = ProductFilter(
      minimumPrice: low, maximumPrice: high, vendorID: vendor.map { Vendor.ID(rawValue: $0) },
      availability: availability.availability)
    filter.currency = currency
    filter.extra = field.fields
    return filter
  }
}

struct AvailabilityOptions: ParsableArguments {
  @Flag(help: "Only products in stock.")
  var onSale = false

  @Flag(help: "Only sold products.")
  var soldOut = false

  var isUsed: Bool { onSale || soldOut }

  var availability: ProductFilter.Availability { onSale ? .onSale : soldOut ? .soldOut : .any }

  func validate() throws {
    try require(!onSale || !soldOut, "--on-sale and --sold-out exclude each other")
  }
}

/// The order of what a search finds, by its name on the command line.
enum SortOption: String, ExpressibleByArgument, CaseIterable {
  case relevance, newest, cheapest
  case mostExpensive = "most-expensive"

  var sort: ProductSort {
    switch self {
    case .relevance: .relevance
    case .newest: .newest
    case .cheapest: .priceAscending
    case .mostExpensive: .priceDescending
    }
  }
}
