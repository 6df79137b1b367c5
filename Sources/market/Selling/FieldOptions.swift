import ArgumentParser
import Foundation
import OpenMarket

/// The fields of a listing on the command line.
struct FieldOptions: ParsableArguments {
  @Option(help: "The title: 3 to 100 characters.")
  var name: String?

  @Option(help: "The description: 10 to 1000 characters.")
  var description: String?

  @Option(help: ArgumentHelp("The price, such as 45000 or 12.50.", valueName: "amount"))
  var price: Amount?

  @Option(help: ArgumentHelp("The discount: the amount taken off the price.", valueName: "amount"))
  var discount: Amount?

  @Option(help: ArgumentHelp("The number in stock; 0 is sold.", valueName: "count"))
  var stock: Int?

  @Option(help: "KRW or USD.")
  var currency: String?

  @Option(
    help: ArgumentHelp(
      "Another field, for a server that has more: JSON, or text. May be repeated; null removes it.",
      valueName: "name=value"))
  var field: [ExtraArgument] = []

  func validate() throws {
    if let reason = price?.ambiguity { throw ValidationError("--price: \(reason)") }
    if let reason = discount?.ambiguity { throw ValidationError("--discount: \(reason)") }
  }

  /// The options as changes of a listing.
  var changes: ProductChanges {
    var changes = ProductChanges(
      name: name, description: description, price: price?.value, discount: discount?.value,
      currency: currency.map { Currency(rawValue: $0.uppercased()) }, stock: stock)
    changes.extra = field.fields
    return changes
  }
}
