import ArgumentParser
import OpenMarket

/// The texts and amounts may begin with `-`; a text that is an option is refused.
struct FieldOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "The title: 3 to 100 characters.")
  var name: String?

  @Option(parsing: .unconditional, help: "The description: 10 to 1000 characters.")
  var description: String?

  @Option(
    parsing: .unconditional, help: .value("amount", "The price, such as 45000, 45,000원, 4만5천 or 12.50."),
    transform: Amount.init(argument:))
  var price: Amount?

  @Option(
    parsing: .unconditional, help: .value("amount", "The discount: the amount taken off the price."),
    transform: Amount.init(argument:)
  )
  var discount: Amount?

  @Option(help: .value("count", "The number in stock; 0 is sold."))
  var stock: Int?

  @Option(help: "KRW or USD.")
  var currency: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: .value(
      "name=value",
      "Another field, for a server that has more: JSON, or text. May be repeated; null removes it."))
  var field: [ExtraArgument] = []

  var changes: ProductChanges {
    var changes = ProductChanges(
      name: name, description: description, price: price?.value, discount: discount?.value,
      currency: namedCurrency, stock: stock)
    changes.extra = field.fields
    return changes
  }

  private var namedCurrency: Currency? { currency.map { Currency(rawValue: $0.uppercased()) } }

  func validate() throws {
    try requireText("--name", name)
    try requireText("--description", description)
    if let namedCurrency { try requireCurrency(namedCurrency) }
    try require(
      price?.currency == nil || discount?.currency == nil || price?.currency == discount?.currency,
      "the price and the discount are typed in different currencies")
  }

  /// Refuses an amount typed in another currency than that of the listing.
  /// - Throws: `ValidationError`.
  func requireCurrency(_ currency: Currency) throws {
    try price?.require(currency, of: "the price")
    try discount?.require(currency, of: "the discount")
  }

  /// Refuses an amount typed in another currency than that of the listing `id`, or when that is not known on this device, unless
  /// the options name the currency.
  /// - Throws: `ValidationError`.
  func requireCurrency(of id: Product.ID, in market: Marketplace) async throws {
    guard namedCurrency == nil, let typed = price?.currency ?? discount?.currency else { return }
    guard let currency = (try? await market.product(id, policy: .cacheOnly))?.value.currency else {
      throw ValidationError(
        "the amount is typed in \(typed.rawValue), and the currency of listing \(id) is not known on this device: "
          + "write a bare number, or give --currency")
    }
    try requireCurrency(currency)
  }
}
