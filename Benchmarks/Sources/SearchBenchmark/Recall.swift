import Foundation
import OpenMarketStore

/// What of the hits of `LIKE` the search finds, by number of the product.
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
    var query = SearchQuery(text, sort: .newest, limit: 1)
    query.correctsEmptyResults = false
    query.counting = .exact
    return try await store.search(query).count.number
  }

  private func ids(_ text: String) async throws -> Set<Int64> {
    var query = SearchQuery(text, sort: .newest, limit: 200)
    query.correctsEmptyResults = false
    query.counting = .upTo(1)
    var ids: Set<Int64> = []
    repeat {
      let results = try await store.search(query)
      ids.formUnion(results.hits.map(\.id.rawValue))
      query.cursor = results.next
    } while query.cursor != nil
    return ids
  }
}
