import OpenMarketAPI
import OpenMarketStore

extension MarketStore {
  /// Products as a response that was asked for at `mark` shows them, but for those about which this device has
  /// learnt something newer since: those as they are stored, without the ones that are gone.
  func latest(_ products: [Product], asOf mark: ResponseMark) async throws -> [Product] {
    let newer = responded(since: mark)
    guard !newer.isEmpty, products.contains(where: { newer.contains($0.id) }) else { return products }
    let stored = try await self.products(products.map(\.id).filter(newer.contains))
    let latest = Dictionary(stored.map { ($0.id, $0.product) }) { first, _ in first }
    return products.compactMap { newer.contains($0.id) ? latest[$0.id] : $0 }
  }
}
