#if canImport(os)
  import os

  /// Shows events in Instruments, among its points of interest.
  struct EventSignposts: Sendable {
    private let signposter = OSSignposter(subsystem: "openmarket", category: "PointsOfInterest")

    func emit(_ record: EventRecord) {
      guard signposter.isEnabled else { return }
      signposter.emitEvent("event", "\(record.description, privacy: .public)")
    }
  }
#else
  /// Stands for Instruments where there are none.
  struct EventSignposts: Sendable {
    func emit(_ record: EventRecord) {}
  }
#endif
