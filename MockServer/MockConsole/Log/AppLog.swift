import OpenMarketMock

/// The latest events of an app, and how it stands, as it tells at its inspector's socket. A value without effects.
///
/// An app is started many times, and counts its causes from 1 each time: its first line is among the events, and says that
/// those after it are of another run.
struct AppLog: Sendable {
  /// As many as an app has in memory itself.
  static let mostLines = 10_000
  /// A longer event is none of ours.
  static let longestLine = 16 << 10

  private var events = RecentEntries<[UInt8]>(limit: mostLines)
  /// The app's first line, which says whose events these are.
  private(set) var hello: [UInt8]?
  /// Its outbox, store and photos when it told of them last.
  private(set) var snapshot: [UInt8]?
  private(set) var isConnected = false
  /// How often ``hello``, ``snapshot`` or ``isConnected`` changed.
  private(set) var changes = 0

  /// The number of the last event; 0 when there was none.
  var last: Int { events.nextSequence - 1 }

  mutating func note(_ line: ConsoleRecorder.AppLine) {
    switch line {
    case .hello(let line):
      // One that returns from a suspension is the same run; one that is too long says at least that a run begins.
      if line != hello {
        events.append(line.count <= Self.longestLine ? line : Array(#"{"kind":"hello"}"#.utf8))
      }
      (hello, snapshot, isConnected) = (line, nil, true)
    case .snapshot(let line): snapshot = line
    case .gone: isConnected = false
    case .event(let line):
      if line.count <= Self.longestLine { events.append(line) }
      return
    }
    changes += 1
  }

  /// Writes the first `count` events after number `index`, and how the app stands, unless that is known.
  func write(after index: Int, count: Int, knowing changes: Int, to json: inout JSONBytes) {
    let (first, entries) = events.entries(after: index, count: count)
    json.raw("{\"first\":\(first),\"last\":\(last),\"change\":\(self.changes)")
    if changes != self.changes {
      json.raw(",\"isConnected\":\(isConnected)")
      for (name, line) in [("hello", hello), ("snapshot", snapshot)] {
        json.raw(",\"\(name)\":")
        if let line { json.document(line) } else { json.raw("null") }
      }
    }
    json.raw(",\"lines\":")
    json.array(entries) { $1.document($0) }
    json.raw("}")
  }
}

extension ConsoleRecorder {
  /// A line of an app, as a document of JSON.
  package enum AppLine: Sendable {
    /// The first line, which says whose events follow.
    case hello([UInt8])
    case snapshot([UInt8])
    /// An event, or how many were missed.
    case event([UInt8])
    /// The app has ended or is suspended.
    case gone
  }
}
