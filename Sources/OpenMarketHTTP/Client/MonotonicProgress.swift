import Synchronization

/// Passes progress on only when it has grown, so that a second attempt, which starts at zero again, does not
/// make a progress bar jump back.
final class MonotonicProgress: Sendable {
  private let report: @Sendable (TransferProgress) -> Void
  private let highest = Mutex<(upload: Int64, download: Int64)>((-1, -1))

  init(_ report: @escaping @Sendable (TransferProgress) -> Void) { self.report = report }

  func callAsFunction(_ progress: TransferProgress) {
    let hasGrown = highest.withLock { highest in
      switch progress.direction {
      case .upload:
        guard progress.completed > highest.upload else { return false }
        highest.upload = progress.completed
      case .download:
        guard progress.completed > highest.download else { return false }
        highest.download = progress.completed
      }
      return true
    }
    if hasGrown { report(progress) }
  }
}
