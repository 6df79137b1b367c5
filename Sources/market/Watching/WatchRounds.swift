import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketPacing

/// The rounds of a watch: a reading of the list, at most once per interval.
struct WatchRounds {
  typealias Round = Result<ProductPage, any Error>

  /// From the beginning of one round to that of the next.
  let interval: Duration
  /// How many; `nil` for no end.
  let count: Int?
  let look: @Sendable () async throws -> ProductPage

  /// Starts; ends when the sequence is released.
  ///
  /// A round that fails is followed by the next. What can never succeed, and a failure in the last round, ends the
  /// sequence with that error.
  func start() -> AsyncThrowingStream<Round, any Error> {
    let (rounds, send) = AsyncThrowingStream.makeStream(of: Round.self)
    let task = Task {
      let throttler = Throttler(interval)
      for number in 1...(count ?? .max) {
        do {
          send.yield(.success(try await throttler.run(look)))
        } catch {
          if number == count || Task.isCancelled || !mayPass(error) { return send.finish(throwing: error) }
          send.yield(.failure(error))
        }
      }
      send.finish()
    }
    send.onTermination = { _ in task.cancel() }
    return rounds
  }

  private func mayPass(_ error: any Error) -> Bool {
    (error as? HTTPError).map { $0.code != .invalidInput } ?? false
  }
}
