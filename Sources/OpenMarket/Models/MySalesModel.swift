public import Observation

/// The products that the account itself sells, for a screen: those on sale and those that are sold.
///
/// ```swift
/// @State private var sales = MySalesModel(market)
///
/// if let list = isSold ? sales.sold : sales.onSale { ProductList(list) } else { HowToSell() }
/// ```
@MainActor @Observable
public final class MySalesModel {
  /// The products that are on sale; `nil` while nobody knows who sells: ``Marketplace/Configuration/vendor`` is not set,
  /// and no write of this device has got a response yet.
  public private(set) var onSale: ProductListModel?
  /// The products of which nothing is left; `nil` as ``onSale``.
  public private(set) var sold: ProductListModel?
  @ObservationIgnored private let market: Marketplace
  @ObservationIgnored private let tasks = ModelTasks()

  /// Shows what the account of `market` sells; the lists begin to read.
  public init(_ market: Marketplace) {
    self.market = market
    let changes = market.store.changes()
    open()
    guard onSale == nil else { return }
    tasks.add { [weak self] in
      for await change in changes where change.concernsSubmissions {
        guard let self, onSale == nil else { return }
        open()
      }
    }
  }

  /// Reads both lists again, and returns when that is done.
  public func refresh() async {
    async let first: Void? = onSale?.refresh()
    await sold?.refresh()
    await first
  }

  private func open() {
    guard let onSale = try? market.mySales(.onSale), let sold = try? market.mySales(.soldOut) else { return }
    self.onSale = ProductListModel(onSale)
    self.sold = ProductListModel(sold)
  }
}
