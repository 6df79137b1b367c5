package import Foundation
package import Logging
import OpenMarketPacing

/// The one place to which everything tells its events: to listeners, to a ring in memory, to the log and, on Apple's
/// platforms, to Instruments.
package final class MarketEvents: Sendable {
  /// How many traced events are kept in memory, less than 8 MB.
  package static let capacity = 10_000

  /// Whether each step is an event; otherwise only what went wrong is.
  package let isTraced: Bool
  private let broadcast: Broadcast<MarketEvent>
  private let logger: Logger
  private let date: @Sendable () -> Date
  private let signposts = EventSignposts()

  /// Makes one without listeners.
  ///
  /// Who comes later is given the latest first, as most failures happen on opening: 32, or ``capacity`` where events are
  /// traced. One who is busy misses the oldest.
  package init(
    isTraced: Bool = false, logger: Logger = Logger(label: "openmarket") { _ in SwiftLogNoOpLogHandler() },
    date: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.isTraced = isTraced
    self.logger = logger
    self.date = date
    broadcast =
      isTraced
      ? Broadcast(patience: Self.capacity + 1_000, replay: Self.capacity)
      : Broadcast(patience: 100, replay: 32)
  }

  /// The number of the last event.
  package var count: UInt64 { broadcast.count }

  /// The latest events, then those to come.
  package func stream() -> AsyncStream<MarketEvent> { broadcast.stream() }

  package func finish() { broadcast.finish() }

  /// Tells of something that went wrong.
  package func send(_ event: MarketEvent) {
    var event = event
    event.record.date = date()
    publish(event)
    logger.notice("event", metadata: ["event": "\(event.record)"])
  }

  /// Tells of a step, if steps are wanted: `fill` says what is known of it.
  package func trace(
    _ kind: MarketEvent.Kind, cause: MarketEvent.Cause? = .current, _ fill: (inout EventRecord) -> Void
  ) {
    guard isTraced else { return }
    var record = EventRecord(kind: kind.rawValue, cause: cause)
    record.date = date()
    fill(&record)
    publish(MarketEvent(record))
    // The client logs its requests by itself, also where nothing is traced.
    guard logger.logLevel <= .debug, record.request == nil else { return }
    logger.debug("event", metadata: ["event": "\(record)"])
  }

  private func publish(_ event: MarketEvent) {
    signposts.emit(event.record)
    broadcast.send { number, _ in
      var event = event
      event.record.number = number
      return event
    }
  }
}
