import Foundation
import OpenMarket

/// A read and why it got a response as it was.
struct ExplainedRead<Value: Sendable> {
  let response: Stamped<Value>
  let count: Int
  /// Of a search, how many of them were found for which reason, the best first.
  let reasons: [(kind: String, count: Int)]
  let time: Duration

  private var explanation: ReadExplanation { response.details }
  private var source: String { response.isFromServer ? "server" : "store" }

  /// Why, and what came of it.
  var lines: [String] {
    let results =
      "\(count) \(count == 1 ? "result" : "results") from the \(source)"
      + (reasons.isEmpty ? "" : " (\(reasons.map { "\($0.kind) \($0.count)" }.joined(separator: ", ")))")
    let stamp = "as of \(response.fetchedAt.formatted(.iso8601))\(response.isStale ? ", stale" : "")"
    return [explanation.description.printable, "\(results), \(stamp); \(time.text) in all"]
  }

  /// As `--json` shows it: `Schemas/json/cli-explanation.schema.json`.
  var json: JSONFields {
    var stored: JSONFields = [
      "outcome": String(caseOf: explanation.cache), "milliseconds": explanation.cacheTime?.milliseconds,
    ]
    switch explanation.cache {
    case .found(let age), .incomplete(let age), .tooOld(let age):
      stored["ageSeconds"] = age.map { $0 / .seconds(1) }
    case .failed(let error): stored["error"] = error.json
    case .notAsked, .nothing: break
    }
    var asked: JSONFields = [
      "outcome": String(caseOf: explanation.network),
      "milliseconds": explanation.networkTime?.milliseconds,
    ]
    if case .failed(let error) = explanation.network { asked["error"] = error.json }
    let counts = Dictionary(uniqueKeysWithValues: reasons.map { ($0.kind, $0.count) })
    return [
      "policy": explanation.policy, "store": stored, "server": asked,
      "source": source, "fetchedAt": response.fetchedAt.formatted(.iso8601), "stale": response.isStale,
      "staleAfterSeconds": explanation.staleTime / .seconds(1), "results": count,
      "reasons": counts.isEmpty ? nil : counts, "milliseconds": time.milliseconds,
    ]
  }
}
