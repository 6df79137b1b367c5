import Observation
import OpenMarket

/// The list that the first screen shows: its filter, and whether it is a grid.
@MainActor @Observable final class Browsing {
  var isGrid = false
  var isOnSaleOnly = false {
    didSet { if isOnSaleOnly != oldValue { list = makeList() } }
  }
  private(set) var list: ProductListModel
  private let market: Marketplace

  init(_ market: Marketplace) {
    self.market = market
    list = ProductListModel(market.feed())
  }

  private func makeList() -> ProductListModel {
    ProductListModel(market.feed(filter: ProductFilter(availability: isOnSaleOnly ? .onSale : .any)))
  }
}

extension ProductListModel {
  /// Everything to be displayed, what this device has enqueued first.
  var products: [Product] { pending + items }
}

extension FeedPhase {
  var hasFailed: Bool { if case .failed = self { true } else { false } }
}
