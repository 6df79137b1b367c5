import Foundation
import OpenMarketStore

/// The share of the hits of `LIKE` that the search finds, by number of the product.
struct Recall {
  let store: MarketStore
  let reference: Reference

  func run(_ kinds: [Texts.Kind]) async throws {
    print("recall: hits of LIKE that the search has, worst text of each kind (must: 1.00)")
    for kind in kinds {
      var worst = (share: 1.0, text: "")
      var (theirs, ours) = (0, 0)
      for text in kind.texts {
        let expected = try reference.ids(text, atStart: kind.countsFromStart)
        let found = try await count(text)
        // Number by number where that ends soon; otherwise only whether there are as many.
        let common =
          found > 20_000 ? min(found, expected.count) : try await ids(text).intersection(expected).count
        theirs += expected.count
        ours += found
        let share = expected.isEmpty ? 1 : Double(common) / Double(expected.count)
        if share < worst.share { worst = (share, text) }
      }
      let text = worst.text.isEmpty ? "" : " (\(worst.text))"
      print(
        String(
          format: "  %@: %.2f%@; %d texts, %d hits, LIKE %d", kind.name, worst.share, text, kind.texts.count,
          ours, theirs))
    }
  }

  private func count(_ text: String) async throws -> Int {
    try await store.find(BenchmarkSearch(text, sort: .newest, limit: 1, counted: nil, isCorrected: false))
      .count
  }

  private func ids(_ text: String) async throws -> Set<Int64> {
    var search: BenchmarkSearch? = BenchmarkSearch(
      text, sort: .newest, limit: 200, counted: 1, isCorrected: false)
    var ids: Set<Int64> = []
    while let page = search {
      let found = try await store.find(page)
      ids.formUnion(found.ids.map(\.rawValue))
      search = found.next
    }
    return ids
  }
}
