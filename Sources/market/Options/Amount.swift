import ArgumentParser
import Foundation
import OpenMarket

/// An amount of money, as people write it: 45000, 45,000, 4만5천 or 12.50.
struct Amount {
  let value: Decimal

  /// - Throws: `ValidationError` that says what to write, also when the point may separate thousands: in many countries 45.000 is
  ///   45,000, and asking is better than selling a thousand times too cheap.
  @Sendable init(argument: String) throws {
    let isNegative = argument.hasPrefix("-")
    switch TypedNumber(isNegative ? String(argument.dropFirst()) : argument) {
    case .number(let value, nil): self.value = isNegative ? -value : value
    case .ambiguous(let values):
      let fraction = values.count > 1 ? "\(values[1])" : argument.printable + "0"
      throw ValidationError(
        "\(argument.printable) has two meanings: write \(values[0]), or \(fraction) if that is meant")
    case .number, .none, .invalid:
      throw ValidationError("'\(argument.printable)' is not an amount such as 45000, 45,000, 4만5천 or 12.50")
    }
  }
}
