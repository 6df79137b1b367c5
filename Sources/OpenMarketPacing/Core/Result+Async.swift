extension Result where Failure == any Error {
  /// Creates a result from the value that an asynchronous closure returns, or from the error that it throws.
  ///
  /// The value is a constant before it becomes part of anything else: Swift 6.3.1 miscompiles `(index, .success(try
  /// await body()))` in generic code with `-O` (`scripts/check-returns` refuses that shape).
  package init(catching body: () async throws -> Success) async {
    do {
      let value = try await body()
      self = .success(value)
    } catch {
      self = .failure(error)
    }
  }
}
