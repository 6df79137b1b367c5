import ArgumentParser
import OpenMarket

struct FieldOptions: ParsableArguments {
  @Option(help: "The title: 3 to 100 characters.")
  var name: String?

  @Option(help: "The description: 10 to 1000 characters.")
  var description: String?

  @Option(
    help: .value("amount", "The price, such as 45000, 4만5천 or 12.50."), transform: Amount.init(argument:))
  var price: Amount?

  @Option(
    help: .value("amount", "The discount: the amount taken off the price."), transform: Amount.init(argument:)
  )
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

  var changes: ProductChanges {
    var changes = ProductChanges(
      name: name, description: description, price: price?.value, discount: discount?.value,
      currency: currency.map { Currency(rawValue: $0.uppercased()) }, stock: stock)
    changes.extra = field.fields
    return changes
  }
}
