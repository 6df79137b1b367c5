import ArgumentParser
import Foundation

/// An amount of money: digits, and a point with more digits.
struct Amount: ExpressibleByArgument {
  let value: Decimal
  private let text: String

  init?(argument: String) {
    let isNumber = argument.count <= 30 && argument.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil
    guard isNumber, let value = Decimal(string: argument) else { return nil }
    (self.value, self.text) = (value, argument)
  }

  /// The reason to ask, and what to write, when the point may separate thousands; `nil` when the amount is clear.
  ///
  /// In many countries 45.000 is 45,000: asking is better than selling a thousand times too cheap.
  var ambiguity: String? {
    guard text.wholeMatch(of: /[1-9][0-9]{0,2}\.[0-9]{3}/) != nil else { return nil }
    let thousands = text.replacing(".", with: "")
    let fraction = text.hasSuffix(".000") ? String(text.dropLast(4)) : text + "0"
    return "\(text) has two meanings: write \(thousands), or \(fraction) if that is meant"
  }
}
