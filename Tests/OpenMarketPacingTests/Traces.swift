@testable import OpenMarketPacing

/// Event `id` at `milliseconds`.
struct TraceEvent: Hashable, Sendable, CustomStringConvertible {
  var id: Int
  var milliseconds: Int

  var moment: Moment { Moment(nanoseconds: Int64(milliseconds) * 1_000_000) }
  var description: String { "\(id)@\(milliseconds)" }

  /// Reads "1@0 2@0.001": numbers and seconds.
  static func parse(_ text: String) -> [TraceEvent] {
    text.split(separator: " ").compactMap { word in
      let parts = word.split(separator: "@")
      guard let id = Int(parts[0]), let seconds = Double(parts[1]) else { return nil }
      return TraceEvent(id: id, milliseconds: Int((seconds * 1_000).rounded()))
    }
  }
}

/// What became of the events of a trace.
struct TraceResult: Hashable, Sendable {
  var runs: [TraceEvent] = []
  var cancelled: [TraceEvent] = []
}

/// The tables that define debouncing and throttling here, at an interval of half a second.
enum ReferenceTrace {
  static let interval = Duration.milliseconds(500)

  static let debounced = TraceEvent.parse("1@0 2@0.001 3@0.2 4@0.3 5@0.9 6@1.0 7@1.2")
  /// Each event is cancelled at the moment its successor arrives.
  static let debounceResult = TraceResult(
    runs: TraceEvent.parse("4@0.8 7@1.7"), cancelled: TraceEvent.parse("1@0.001 2@0.2 3@0.3 5@1.0 6@1.2"))

  static let throttled = TraceEvent.parse(
    "1@0 2@0.001 3@0.2 4@0.3 5@0.4 6@0.52 7@0.7 8@0.75 9@0.8 10@1.3 11@1.48 12@2.5")
  static let throttleResults: [(mode: ThrottleMode, runs: [TraceEvent], cancelled: Set<Int>)] = [
    (.latest, TraceEvent.parse("1@0 5@0.5 9@1.0 11@1.5 12@2.5"), [2, 3, 4, 6, 7, 8, 10]),
    (.earliest, TraceEvent.parse("1@0 2@0.5 6@1.0 10@1.5 12@2.5"), [3, 4, 5, 7, 8, 9, 11]),
    (.leadingOnly, TraceEvent.parse("1@0 6@0.52 10@1.3 12@2.5"), [2, 3, 4, 5, 7, 8, 9, 11]),
  ]
}
