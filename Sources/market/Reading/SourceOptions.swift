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
  @Option(help: .value("price", "The minimum price, discount deducted."))
  var minPrice: String?

  @Option(help: .value("price", "The maximum price, discount deducted."))
  var maxPrice: String?

  @Option(help: .value("id", "Only products of the vendor with this number."))
  var vendor: Int64?

  @Option(
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
    let (low, high) = try (Self.price(minPrice, "--min-price"), Self.price(maxPrice, "--max-price"))
    if let low, let high, low > high {
      throw ValidationError("--min-price \(low) is more than --max-price \(high)")
    }
    var filter = ProductFilter(
      minimumPrice: low, maximumPrice: high, vendorID: vendor.map { Vendor.ID(rawValue: $0) },
      availability: availability.availability)
    filter.extra = field.fields
    return filter
  }

  private static func price(_ text: String?, _ option: String) throws -> Decimal? {
    guard let text else { return nil }
    let isNumber = text.wholeMatch(of: /[0-9]{1,15}(\.[0-9]{1,6})?/) != nil
    guard isNumber, let price = Decimal(string: text) else {
      throw ValidationError("\(option): '\(text.printable)' is not a price such as 45000 or 12.50")
    }
    if let reason = Amount(argument: text)?.ambiguity { throw ValidationError("\(option): \(reason)") }
    return price
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
