import Foundation
import OpenMarket
import OpenMarketHTTP

/// A read and why it got a response as it was.
struct ExplainedRead {
  var explanation: ReadExplanation
  var source: ReadSource
  var fetchedAt: Date
  var isStale: Bool
  /// How many things were found.
  var count: Int
  /// Of a search, how many of them were found for which reason, the best first.
  var reasons: [(kind: String, count: Int)]
  /// How long the whole read took.
  var time: Duration

  /// Why, and what came of it.
  var lines: [String] {
    let results =
      "\(count) \(count == 1 ? "result" : "results") from the \(source == .cache ? "store" : "server")"
      + (reasons.isEmpty ? "" : " (\(reasons.map { "\($0.kind) \($0.count)" }.joined(separator: ", ")))")
    let stamp = "as of \(fetchedAt.formatted(.iso8601))\(isStale ? ", stale" : "")"
    return [explanation.description.printable, "\(results), \(stamp); \(time.fine) in all"]
  }
}

extension ReadExplanation {
  /// The result of looking in the store, in a word for scripts.
  fileprivate var cacheWord: String {
    switch cache {
    case .notAsked: "notAsked"
    case .found: "found"
    case .incomplete: "incomplete"
    case .tooOld: "tooOld"
    case .nothing: "nothing"
    case .failed: "failed"
    }
  }

  /// How old it was.
  fileprivate var cacheAge: Duration? {
    switch cache {
    case .found(let age), .incomplete(let age), .tooOld(let age): age
    case .notAsked, .nothing, .failed: nil
    }
  }

  /// The result of asking the server, in a word for scripts.
  fileprivate var networkWord: String {
    switch network {
    case .notNeeded: "notNeeded"
    case .notAllowed: "notAllowed"
    case .refreshing: "refreshing"
    case .responded: "responded"
    case .failed: "failed"
    case .late: "late"
    }
  }
}

/// A read and why it got a response as it was, as `--json` shows it: `Schemas/json/cli-explanation.schema.json`.
struct ExplanationJSON: Encodable {
  struct Part: Encodable {
    var outcome: String
    var milliseconds: Double?
    /// How old what is stored was.
    var ageSeconds: Double?
    var error: SearchJSON.Failure?
  }

  var policy: String
  var store: Part
  var server: Part
  var source: String
  var fetchedAt: String
  var stale: Bool
  var staleAfterSeconds: Double
  var results: Int
  /// Of a search: how many results there are for which reason.
  var reasons: [String: Int]?
  var milliseconds: Double

  init(_ read: ExplainedRead) {
    let explanation = read.explanation
    policy = explanation.policy
    store = Part(
      outcome: explanation.cacheWord, milliseconds: explanation.cacheTime?.inMilliseconds,
      ageSeconds: explanation.cacheAge.map { $0 / .seconds(1) })
    server = Part(outcome: explanation.networkWord, milliseconds: explanation.networkTime?.inMilliseconds)
    if case .failed(let error) = explanation.cache { store.error = .init(error) }
    if case .failed(let error) = explanation.network { server.error = .init(error) }
    source = read.source == .cache ? "store" : "server"
    fetchedAt = read.fetchedAt.formatted(.iso8601)
    stale = read.isStale
    staleAfterSeconds = explanation.staleTime / .seconds(1)
    results = read.count
    if !read.reasons.isEmpty {
      reasons = Dictionary(uniqueKeysWithValues: read.reasons.map { ($0.kind, $0.count) })
    }
    milliseconds = read.time.inMilliseconds
  }
}

extension Duration {
  fileprivate var inMilliseconds: Double { (self / .microseconds(10)).rounded() / 100 }

  /// `0.35 ms`, `12.3 s`.
  fileprivate var fine: String {
    self < .seconds(1) ? "\(inMilliseconds) ms" : "\((self / .milliseconds(100)).rounded() / 10) s"
  }
}
