import Foundation
import OpenMarketStore

/// Suggestions for typing states in turn with `LIKE` over the texts.
struct Suggestions {
  let store: MarketStore
  let reference: Reference

  func run(states: [String]) async throws {
    for state in states.prefix(100) { _ = try await store.completionCount(for: state) }
    var likes: [Double] = []
    for state in states.enumerated().filter({ $0.offset.isMultiple(of: 50) }).map(\.element) {
      likes.append(try await milliseconds { try reference.suggest(state) })
    }
    var (found, rest): ([Double], [Double]) = ([], [])
    for state in states {
      let time = try await milliseconds { _ = try await store.completionCount(for: state) }
      if try await store.completionCount(for: state, asTyped: true) > 0 {
        found.append(time)
      } else {
        rest.append(time)
      }
    }
    let all = found + rest
    print(
      String(
        format:
          "suggestions, %d states: p50 %.3f, p99 %.3f, max %.3f ms CPU; LIKE p50 %.1f ms, ×%.0f (must: ≥ 500)",
        all.count, percentile(all, 50), percentile(all, 99), all.max() ?? 0, percentile(likes, 50),
        percentile(likes, 50) / percentile(all, 50)))
    report("as typed", found, "0.035 / 0.25")
    report("nothing as typed, so taken for a slip", rest, "0.3 / 1.5")
  }

  private func report(_ kind: String, _ times: [Double], _ limits: String) {
    print(
      String(
        format: "  %@, %d: p50 %.3f, p99 %.3f, max %.3f ms CPU (must: ≤ %@)", kind, times.count,
        percentile(times, 50), percentile(times, 99), times.max() ?? 0, limits))
  }
}
