import Foundation
import OpenMarketHTTP
import OpenMarketPacing
import OpenMarketStore

/// The lines of JSON for whoever follows the events: whose they are, how things stand, the events from the oldest in memory
/// on, and now and then how things stand.
struct InspectionFeed: Sendable {
  let events: MarketEvents
  let hello: InspectionHello
  let snapshot: @Sendable () async -> InspectionSnapshot

  /// Writes all lines until the events end, or until the suspension after event number `last`; one who is slow misses the
  /// oldest events, and is told how many.
  /// - Throws: What `write` throws, or `CancellationError`.
  func run(
    toSuspensionAfter last: () -> UInt64 = { .max }, _ write: (Data) async throws -> Void
  ) async throws {
    // Before anything else, so that nothing is missed meanwhile.
    let stream = events.stream()
    try await write(EventJSON.line(hello))
    try await write(EventJSON.line(await snapshot()))
    var gaps = GapCounter()
    var lastSnapshot = ContinuousClock.now
    for await event in stream {
      let missed = gaps.note(event.record.number)
      if missed > 0 { try await write(EventJSON.line(InspectionGap(count: missed))) }
      try await write(EventJSON.line(event.record))
      if event.kind == .suspended, event.record.number > last() { break }
      guard ContinuousClock.now - lastSnapshot >= Self.snapshotInterval else { continue }
      try await write(EventJSON.line(await snapshot()))
      lastSnapshot = .now
    }
    try Task.checkCancellation()
    try await write(EventJSON.line(await snapshot()))
  }

  private static let snapshotInterval = Duration.seconds(1)
}

extension InspectionFeed {
  /// The feed of a market at `server`.
  init(
    _ events: MarketEvents, of server: URL, _ store: MarketStore, _ outbox: Outbox, _ photos: MarketPhotos
  ) {
    self.init(events: events, hello: InspectionHello(server: server)) {
      await InspectionSnapshot(store, outbox, photos)
    }
  }
}

/// Counts the events that are missing between those that came.
struct GapCounter: Sendable {
  private var last: UInt64?

  /// Notes an event.
  /// - Parameter number: Its number.
  /// - Returns: How many are missing before it; what was before the first is not known, and does not count.
  mutating func note(_ number: UInt64) -> UInt64 {
    defer { last = number }
    guard let last, number > last else { return 0 }
    return number - last - 1
  }
}
