import ArgumentParser
import OpenMarket

struct FieldOptions: ParsableArguments {
  @Option(help: "The title: 3 to 100 characters.")
  var name: String?

  @Option(help: "The description: 10 to 1000 characters.")
  var description: String?

  @Option(help: .value("amount", "The price, such as 45000 or 12.50."))
  var price: Amount?

  @Option(help: .value("amount", "The discount: the amount taken off the price."))
  var discount: Amount?

  @Option(help: .value("count", "The number in stock; 0 is sold."))
  var stock: Int?

  @Option(help: "KRW or USD.")
  var currency: String?

  @Option(
    help: .value(
      "name=value",
      "Another field, for a server that has more: JSON, or text. May be repeated; null removes it."))
  var field: [ExtraArgument] = []

  func validate() throws {
    if let reason = price?.ambiguity { throw ValidationError("--price: \(reason)") }
    if let reason = discount?.ambiguity { throw ValidationError("--discount: \(reason)") }
  }

  var changes: ProductChanges {
    var changes = ProductChanges(
      name: name, description: description, price: price?.value, discount: discount?.value,
      currency: currency.map { Currency(rawValue: $0.uppercased()) }, stock: stock)
    changes.extra = field.fields
    return changes
  }
}
