import OpenMarketPacing
import Synchronization

/// The number of saves under way, for whoever must not begin before they have ended.
final class SavesUnderWay: Sendable {
  private let count = Mutex(0)
  private let waiters = Waiters()

  /// Counts one; ``end()`` follows.
  func begin() { count.withLock { $0 += 1 } }

  /// Counts one less.
  func end() {
    count.withLock { $0 -= 1 }
    waiters.wakeAll()
  }

  /// Waits until there is none, or the task is cancelled.
  func finish() async { await waiters.wait { count.withLock { $0 == 0 } } }
}
