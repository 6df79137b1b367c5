import Synchronization

/// Passes progress on only when it has grown, so that a second attempt, which starts at zero again, does not
/// make a progress bar jump back.
final class MonotonicProgress: Sendable {
  private let report: @Sendable (TransferProgress) -> Void
  private let highest = Mutex<[TransferProgress.Direction: Int64]>([:])

  init(_ report: @escaping @Sendable (TransferProgress) -> Void) { self.report = report }

  func callAsFunction(_ progress: TransferProgress) {
    let hasGrown = highest.withLock { highest in
      guard progress.completed > highest[progress.direction] ?? -1 else { return false }
      highest[progress.direction] = progress.completed
      return true
    }
    if hasGrown { report(progress) }
  }
}
