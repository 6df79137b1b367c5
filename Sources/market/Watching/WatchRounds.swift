import OpenMarketAPI

/// The rounds of a watch: a reading of the list, at most once per interval.
struct WatchRounds {
  typealias Round = Result<ProductPage, any Error>

  /// From the beginning of one round to that of the next.
  let interval: Duration
  /// How many; `nil` for no end.
  let count: Int?
  let look: @Sendable () async throws -> ProductPage

  /// Passes each round to `take`; one that fails is followed by the next.
  /// - Throws: A failure that can never pass, or in the last round.
  func run(_ take: (Round) throws -> Void) async throws {
    let throttler = Throttler(interval)
    for number in 1...(count ?? .max) {
      let round = await Result { try await throttler.run(look) }
      if case .failure(let error) = round, number == count || Task.isCancelled || !mayPass(error) {
        throw error
      }
      try take(round)
    }
  }

  private func mayPass(_ error: any Error) -> Bool {
    (error as? HTTPError).map { $0.code != .invalidInput } ?? false
  }
}
