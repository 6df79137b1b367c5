import OpenMarketHTTP

/// The calls of the marketplace API, as values; ``MarketClient`` has a method for each.
package enum Endpoints {}

extension HTTPError {
  /// Refuses `value` outside `range` before anything is sent, naming the argument.
  static func check(_ value: Int, in range: ClosedRange<Int>, _ name: String) throws(HTTPError) {
    guard !range.contains(value) else { return }
    throw HTTPError(
      .invalidInput, "\(name) must be \(range.lowerBound) to \(range.upperBound), not \(value).")
  }
}
