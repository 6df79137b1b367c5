import OpenMarketHTTP

/// Input that is refused before anything is sent.
extension HTTPError {
  /// Refuses `value` outside `range`, naming the argument.
  static func check(_ value: Int, in range: ClosedRange<Int>, _ name: String) throws(HTTPError) {
    guard !range.contains(value) else { return }
    throw HTTPError(
      .invalidInput, "\(name) must be \(range.lowerBound) to \(range.upperBound), not \(value).")
  }

  /// Runs a validation and turns what it finds into an error of the API.
  static func refusing<Value>(
    _ validate: () throws(DraftValidationError) -> Value
  ) throws(HTTPError) -> Value {
    do {
      return try validate()
    } catch {
      throw HTTPError(.invalidInput, error.description, cause: error)
    }
  }
}
