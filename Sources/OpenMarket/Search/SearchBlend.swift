import Foundation
import OpenMarketAPI
import OpenMarketStore

/// Joins what this device found with what the server found.
///
/// The two search differently: the device knows keystrokes, initial consonants and the wrong keyboard layout,
/// the server products that are not stored here. So neither response replaces the other.
struct SearchBlend {
  var query: SearchQuery

  /// The hits of both, each product once.
  ///
  /// By relevance the server's others follow those of the device that are on sale, in its order, and what is sold comes
  /// after; in any other order all stand where they belong. Those that the device has found by equivalents stand behind the
  /// others: the server is asked for the text alone; so do those, of the server's too, that have it in another field than the
  /// name. What both have is displayed as the server says it is now.
  func blend(_ local: SearchResults, with server: ProductPage, fetchedAt: Date) -> SearchResults {
    let fresh = Dictionary(server.products.map { ($0.id, $0) }) { first, _ in first }
    let search = local.search ?? TextSearch(query.text, nil)
    var hits = local.hits.map { hit in
      fresh[hit.id].map { self.hit($0, fetchedAt, over: hit, search) } ?? hit
    }
    hits.removeAll { !query.filter.passes($0.stored.product) }
    var displayed = Set(local.hits.map(\.id))
    for product in server.products where query.filter.passes(product) && displayed.insert(product.id).inserted
    {
      hits.append(hit(product, fetchedAt, over: nil, search))
    }
    hits.arrange(by: query.sort)
    let isAll = local.next == nil && !server.hasNext && server.products.count >= server.totalCount
    let total = max(hits.count, local.count.number, query.filter == .all ? server.totalCount : 0)
    var results = local
    results.count = isAll ? .exact(hits.count) : .atLeast(total)
    results.hits = Array(hits.prefix(query.limit))
    return results
  }

  /// A newer response in place of one that is displayed: what is displayed and still in the response keeps its place.
  func update(_ displayed: SearchResults, to newer: SearchResults) -> SearchResults {
    let fresh = Dictionary(newer.hits.map { ($0.id, $0) }) { first, _ in first }
    let displayedIDs = Set(displayed.hits.map(\.id))
    var results = newer
    results.hits =
      displayed.hits.compactMap { fresh[$0.id] } + newer.hits.filter { !displayedIDs.contains($0.id) }
    results.hits.arrange(by: query.sort)
    return results
  }

  /// A hit for what the server says, with what is known besides.
  private func hit(
    _ product: Product, _ fetchedAt: Date, over known: SearchHit?, _ search: TextSearch
  ) -> SearchHit {
    var stored = StoredProduct(product: product, fetchedAt: fetchedAt, detailedAt: known?.stored.detailedAt)
    if let known { stored.product = product.keepingDetails(of: known.stored.product) }
    if var hit = known, SearchedTexts(hit.product).hasSameBytes(as: SearchedTexts(stored.product)) {
      hit.stored = stored
      return hit
    }
    if let found = search.hit(stored) { return found }
    let match = product.name.range(of: query.text, options: [.caseInsensitive, .diacriticInsensitive])
    return SearchHit(stored: stored, matches: match.map { [$0] } ?? [])
  }
}

extension SearchBlend {
  /// The typed text as the server can find it.
  var serverText: String {
    let trimmed = query.text.trimmingCharacters(in: .whitespacesAndNewlines)
    // The beginning of a next syllable: 맥ㅂ finds what 맥 finds.
    var scalars = trimmed.unicodeScalars
    while let last = scalars.last, (0x3131...0x3163).contains(last.value) { scalars.removeLast() }
    let finished = String(scalars).trimmingCharacters(in: .whitespaces)
    return finished.isEmpty ? trimmed : finished
  }
}

extension SearchCorrection {
  /// The text that was searched for instead; `nil` when it was the typed one, or parts of it.
  var meantText: String? {
    switch self {
    case .keyboard(let meant), .completed(let meant), .spelling(let meant): meant
    case .apart, .without: nil
    }
  }

  /// Whether its hits need not have all of what was typed.
  var isGuess: Bool { self != .apart }
}
