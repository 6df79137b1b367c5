import Foundation
import OpenMarketStore

/// Searches in turn with `LIKE`.
struct Searches {
  /// One way to search, and what it must cost.
  struct Way {
    var name: String
    var query: @Sendable (String) -> BenchmarkSearch
    /// Must: milliseconds at p50 and p99, and how many times the speed of `LIKE`.
    var must: (Double, Double, Double)?
  }

  let store: MarketStore
  let reference: Reference

  static let ways = [
    Way(name: "20 + capped count", query: { newest($0) }, must: (0.8, 6, 150)),
    Way(
      name: "re-ranked 200 → 20 + capped count", query: { BenchmarkSearch($0, isCorrected: false) },
      must: (3, 12, 100)),
    Way(
      name: "20 + exact count",
      query: { BenchmarkSearch($0, sort: .newest, counted: nil, isCorrected: false) }, must: (3, 15, 80)),
    Way(name: "on sale + capped count", query: { newest($0, ProductFilter(availability: .onSale)) }),
    Way(
      name: "price range + capped count",
      query: { newest($0, ProductFilter(minimumPrice: 10_000, maximumPrice: 300_000)) }),
    Way(name: "one vendor + capped count", query: { newest($0, ProductFilter(vendorID: 3)) }),
    Way(
      name: "cheapest 20 + capped count",
      query: { BenchmarkSearch($0, sort: .priceAscending, isCorrected: false) }),
  ]

  private static func newest(_ text: String, _ filter: ProductFilter = ProductFilter()) -> BenchmarkSearch {
    BenchmarkSearch(text, filter: filter, sort: .newest, isCorrected: false)
  }

  func run(_ kinds: [Texts.Kind]) async throws {
    try await run(texts: kinds.flatMap(\.texts))
    for kind in kinds {
      var costs: [Double] = []
      var slowest = (cost: 0.0, text: "")
      for text in kind.texts {
        let cost = try await milliseconds { _ = try await store.find(Self.ways[0].query(text)) }
        if cost > slowest.cost { slowest = (cost, text) }
        costs.append(cost)
      }
      print(
        String(
          format: "  %@: p50 %.2f, max %.2f ms CPU (%@)", kind.name, percentile(costs, 50), slowest.cost,
          slowest.text))
    }
  }

  /// All ways, every sixth text in turn with `LIKE` as apps write it, the newest 20 and the count of all hits, and
  /// with one that stops where ours does, at 1,001 hits.
  private func run(texts: [String]) async throws {
    var ours = Self.ways.map { _ in [Double]() }
    var paired = Self.ways.map { _ in [Double]() }
    var likes = (capped: [Double](), exact: [Double]())
    for (index, text) in texts.enumerated() {
      let isReferenced = index.isMultiple(of: 6)
      if isReferenced {
        likes.capped.append(try await milliseconds { try reference.search(text, countingUpTo: 1_001) })
        likes.exact.append(try await milliseconds { try reference.search(text, countingUpTo: .max) })
      }
      for (number, way) in Self.ways.enumerated() {
        let query = way.query(text)
        let cost = try await milliseconds { _ = try await store.find(query) }
        ours[number].append(cost)
        if isReferenced { paired[number].append(cost) }
      }
    }
    print(
      String(
        format: "%d texts; LIKE (%d of them): capped count p50 %.1f, p99 %.1f, exact count p50 %.1f ms CPU",
        texts.count, likes.capped.count, percentile(likes.capped, 50), percentile(likes.capped, 99),
        percentile(likes.exact, 50)))
    for (number, way) in Self.ways.enumerated() {
      let cost = percentile(paired[number], 50)
      let must =
        way.must.map { String(format: "  (must: ≤ %.1f / %.0f ms, ≥ ×%.0f)", $0.0, $0.1, $0.2) } ?? ""
      print(
        String(
          format:
            "  %@: p50 %.2f, p99 %.2f, max %.2f ms CPU; LIKE ÷ ours at p50: ×%.0f, a LIKE that stops early ×%.0f%@; slowest: %@",
          way.name, percentile(ours[number], 50), percentile(ours[number], 99), ours[number].max() ?? 0,
          percentile(likes.exact, 50) / cost, percentile(likes.capped, 50) / cost, must,
          zip(texts, ours[number]).sorted { $0.1 > $1.1 }.prefix(6).map {
            String(format: "%@ %.1f", $0.0, $0.1)
          }
          .joined(separator: ", ")))
    }
  }
}
