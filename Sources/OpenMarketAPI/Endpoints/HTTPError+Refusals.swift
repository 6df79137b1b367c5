import OpenMarketHTTP

/// Input that is refused before anything is sent.
extension HTTPError {
  /// Refuses `value` outside `range`, naming the argument.
  static func check(_ value: Int, in range: ClosedRange<Int>, _ name: String) throws(HTTPError) {
    guard !range.contains(value) else { return }
    throw HTTPError(
      .invalidInput, "\(name) must be \(range.lowerBound) to \(range.upperBound), not \(value).")
  }
}
