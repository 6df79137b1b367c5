import Synchronization

@testable import OpenMarketImages

/// The code of the error that `work` throws; `nil` when it throws none.
func code(_ work: () throws -> some Any) -> ImageError.Code? {
  do {
    _ = try work()
    return nil
  } catch {
    return (error as? ImageError)?.code
  }
}

/// Counts calls of a closure.
final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  @discardableResult
  func increment() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}
