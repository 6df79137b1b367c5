public import Observation

/// The account's own products for a screen: those on sale and those sold.
///
/// ```swift
/// @State private var sales: MySalesModel
/// init(_ market: Marketplace) { _sales = State(initialValue: MySalesModel(market)) }
///
/// if let list = isSold ? sales.sold : sales.onSale { ProductList(list) } else { HowToSell() }
/// ```
@MainActor @Observable
public final class MySalesModel {
  /// The products on sale; `nil` while the vendor is unknown: ``Marketplace/Configuration/vendor`` is not set,
  /// and no write of this device has got a response yet.
  public private(set) var onSale: ProductListModel?
  /// The sold products; `nil` as ``onSale``.
  public private(set) var sold: ProductListModel?
  @ObservationIgnored private let market: Marketplace
  @ObservationIgnored private let tasks = ModelTasks()

  /// Makes a model of the account's products in `market`; the lists begin to load.
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

  private func open() {
    guard let onSale = try? market.mySales(.onSale), let sold = try? market.mySales(.soldOut) else { return }
    self.onSale = ProductListModel(onSale)
    self.sold = ProductListModel(sold)
  }
}
