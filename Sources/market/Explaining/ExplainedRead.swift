import Foundation
import OpenMarket
import OpenMarketHTTP

/// A read and why it got a response as it was.
struct ExplainedRead {
  var explanation: ReadExplanation
  var source: ReadSource
  var fetchedAt: Date
  var isStale: Bool
  var count: Int
  /// Of a search, how many of them were found for which reason, the best first.
  var reasons: [(kind: String, count: Int)]
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

extension ExplainedRead {
  /// As `--json` shows it: `Schemas/json/cli-explanation.schema.json`.
  var json: JSONFields {
    var stored: JSONFields = [
      "outcome": String(caseOf: explanation.cache), "milliseconds": explanation.cacheTime?.inMilliseconds,
    ]
    switch explanation.cache {
    case .found(let age), .incomplete(let age), .tooOld(let age):
      stored["ageSeconds"] = age.map { $0 / .seconds(1) }
    case .failed(let error): stored["error"] = error.json
    case .notAsked, .nothing: break
    }
    var asked: JSONFields = [
      "outcome": String(caseOf: explanation.network),
      "milliseconds": explanation.networkTime?.inMilliseconds,
    ]
    if case .failed(let error) = explanation.network { asked["error"] = error.json }
    let counts = Dictionary(uniqueKeysWithValues: reasons.map { ($0.kind, $0.count) })
    return [
      "policy": explanation.policy, "store": stored, "server": asked,
      "source": source == .cache ? "store" : "server", "fetchedAt": fetchedAt.formatted(.iso8601),
      "stale": isStale, "staleAfterSeconds": explanation.staleTime / .seconds(1), "results": count,
      "reasons": counts.isEmpty ? nil : counts, "milliseconds": time.inMilliseconds,
    ]
  }
}

extension Duration {
  fileprivate var inMilliseconds: Double { (self / .microseconds(10)).rounded() / 100 }

  /// `0.35 ms`, `12.3 s`.
  fileprivate var fine: String {
    self < .seconds(1) ? "\(inMilliseconds) ms" : "\((self / .milliseconds(100)).rounded() / 10) s"
  }
}
