import ArgumentParser
import Foundation
import OpenMarket

/// An amount of money, as people write it: 45000, 45,000원, 4만5천 or 12.50.
struct Amount {
  let value: Decimal
  /// The currency whose sign or word goes with it; `nil` for a bare number.
  let currency: Currency?

  /// - Throws: `ValidationError` that says what to write, also when the point may separate thousands: in many countries 45.000 is
  ///   45,000, and asking is better than selling a thousand times too cheap.
  @Sendable init(argument: String) throws {
    let isNegative = argument.hasPrefix("-")
    switch TypedNumber(isNegative ? String(argument.dropFirst()) : argument) {
    case .number(let value, let currency):
      self.value = isNegative ? -value : value
      self.currency = currency
    case .ambiguous(let values):
      let fraction = values.count > 1 ? "\(values[1])" : "\(values[0] / 1_000)0"
      throw ValidationError(
        "\(argument.printable) has two meanings: write \(values[0]), or \(fraction) if that is meant")
    case .none, .invalid:
      throw ValidationError(
        "'\(argument.printable)' is not an amount such as 45000, 45,000원, 4만5천 or 12.50")
    }
  }

  /// Refuses an amount typed in another currency than `expected`, that of the listing; a bare number is in that one.
  /// - Throws: `ValidationError`.
  func require(_ expected: Currency, of name: String) throws {
    guard let currency, currency != expected else { return }
    throw ValidationError(
      "\(name) is typed in \(currency.rawValue), and the listing is in \(expected.rawValue.printable): "
        + "write it in \(expected.rawValue.printable), or give --currency \(currency.rawValue)")
  }
}
