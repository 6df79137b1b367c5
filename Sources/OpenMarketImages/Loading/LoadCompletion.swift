import OpenMarketHTTP
import OpenMarketPacing
import Synchronization

/// The end of a load, for those who wait for it now and those who ask later.
final class LoadCompletion: Sendable {
  let source: String
  /// The cause of the load; `nil` if events are not traced.
  let cause: MarketEvent.Cause?
  private let result = Mutex<Result<DecodedImage?, any Error>?>(nil)
  private let waiters = Waiters()

  init(of source: String, cause: MarketEvent.Cause?) { (self.source, self.cause) = (source, cause) }

  func value() async throws -> DecodedImage? {
    await waiters.wait { result.withLock { $0 != nil } }
    guard let result = result.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }

  /// Ends the load; what comes later does not count.
  func end(_ result: Result<DecodedImage?, any Error>) {
    self.result.withLock { if $0 == nil { $0 = result } }
    waiters.wakeAll()
  }
}
