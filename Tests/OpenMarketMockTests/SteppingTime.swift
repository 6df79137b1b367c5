import Foundation
import Synchronization

/// A time source that is a second later at each lookup.
final class SteppingTime: Sendable {
  private let seconds = Mutex(1_710_115_200.0)

  func next() -> Date {
    seconds.withLock {
      $0 += 1
      return Date(timeIntervalSince1970: $0)
    }
  }
}
