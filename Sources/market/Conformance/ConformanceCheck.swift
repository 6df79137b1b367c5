/// One thing that a client counts on, and how to find out whether a server does it.
struct ConformanceCheck: Sendable {
  enum Topic: String, CaseIterable, Sendable {
    case reading, paging, searching, errors, caching, images, extensions, selling
  }

  enum Level: String, Sendable {
    /// A client goes wrong.
    case required
    /// A client copes, but must know or loses something.
    case optional
  }

  /// The result of a check, which may also throw it.
  enum Finding: Error, Equatable {
    /// As it should be; the text says what a client may want to know.
    case kept(String)
    /// Otherwise; the text says how.
    case broken(String)
    /// Could not be found out, and why.
    case untested(String)
  }

  /// Short and stable: scripts refer to it.
  let name: String
  let topic: Topic
  let level: Level
  /// Why it matters to a client.
  let reason: String
  let remedy: String
  let run: @Sendable (ConformanceProbe) async throws -> Finding

  init(
    _ name: String, _ topic: Topic, _ level: Level = .required, why reason: String, fix remedy: String,
    run: @escaping @Sendable (ConformanceProbe) async throws -> Finding
  ) {
    (self.name, self.topic, self.level) = (name, topic, level)
    (self.reason, self.remedy, self.run) = (reason, remedy, run)
  }

  /// Throws ``Finding/broken(_:)`` unless something holds.
  static func expect(_ holds: Bool, else problem: @autoclosure () -> String) throws {
    if !holds { throw Finding.broken(problem()) }
  }

  /// All that only read, in the order in which they run.
  static let reading: [ConformanceCheck] =
    basics + paging + searching + errors + caching + images + extensions
}
