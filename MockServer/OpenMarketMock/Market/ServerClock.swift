import Foundation

/// The market's own time: the source's, shifted or stopped.
///
/// It dates products and ends idempotency keys.
struct ServerClock: Sendable {
  private var offset: TimeInterval = 0
  private var stoppedAt: Date?

  var isFrozen: Bool { stoppedAt != nil }

  /// The present moment, given the source's.
  func now(_ source: Date) -> Date { stoppedAt ?? source.addingTimeInterval(offset) }

  mutating func set(_ moment: Date, source: Date) {
    if stoppedAt != nil { stoppedAt = moment }
    offset = moment.timeIntervalSince(source)
  }

  /// Stops the time, or lets it go on from where it stands.
  mutating func freeze(_ flag: Bool, source: Date) {
    let moment = now(source)
    stoppedAt = flag ? moment : nil
    offset = moment.timeIntervalSince(source)
  }
}
