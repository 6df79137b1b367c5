import Foundation
@_spi(Benchmarks) import OpenMarketStore

/// Suggestions for typing states in turn with `LIKE` over the texts.
struct Suggestions {
  let store: MarketStore
  let reference: Reference

  func run(states: [String]) async throws {
    var ours: [Double] = []
    var likes: [Double] = []
    for state in states.prefix(100) { _ = try await store.completionCount(for: state) }
    for (index, state) in states.enumerated() {
      ours.append(try await milliseconds { _ = try await store.completionCount(for: state) })
      if index.isMultiple(of: 50) { likes.append(try await milliseconds { try reference.suggest(state) }) }
    }
    print(
      String(
        format:
          "suggestions, %d states: p50 %.3f, p99 %.3f, max %.3f ms CPU (must: ≤ 0.05 / 0.5); LIKE p50 %.1f ms, ×%.0f (must: ≥ 500)",
        states.count, percentile(ours, 50), percentile(ours, 99), ours.max() ?? 0, percentile(likes, 50),
        percentile(likes, 50) / percentile(ours, 50)))
  }
}
