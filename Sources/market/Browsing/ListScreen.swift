import OpenMarket

/// All products, newest first: the first screen.
@MainActor final class ListScreen: BrowserScreen {
  private let products: ProductsView

  init(_ market: Marketplace, _ preferences: BrowserPreferences) {
    products = ProductsView(ProductListModel(market.feed()), in: market, preferences)
  }

  let title = "Products"
  var status: Line { products.status }
  let hints: [KeyHint] = [
    .open, KeyHint("/", "search"), KeyHint("g", "grid"), KeyHint("m", "sales"), KeyHint("o", "outbox"),
    KeyHint("n", "sell"), KeyHint("?", "help"), KeyHint("q", "quit"), KeyHint("r", "refresh"),
  ]

  func draw(on canvas: inout Canvas, in area: Area, photos: PhotoShelf) {
    products.draw(on: &canvas, in: area, photos: photos, whenEmpty: "There are no products.")
  }

  func press(_ key: Key, in area: Area, photos: PhotoShelf) -> ScreenEffect {
    products.press(key, in: area, photos: photos)
  }
}

/// The products that the account itself sells, and those that it has sold.
@MainActor final class SalesScreen: BrowserScreen {
  private let market: Marketplace
  private let preferences: BrowserPreferences
  private let model: MySalesModel
  private var views: [Bool: ProductsView] = [:]
  private var isSold = false

  init(_ market: Marketplace, _ preferences: BrowserPreferences) {
    (self.market, self.preferences) = (market, preferences)
    model = MySalesModel(market)
  }

  private var products: ProductsView? {
    guard let list = isSold ? model.sold : model.onSale else { return nil }
    if let view = views[isSold], view.model === list { return view }
    let view = ProductsView(list, in: market, preferences)
    views[isSold] = view
    return view
  }

  var title: String { isSold ? "My sales: sold" : "My sales: on sale" }
  var status: Line { products?.status ?? .empty }
  var hints: [KeyHint] {
    [
      .open, KeyHint("Tab", isSold ? "on sale" : "sold", .tab), KeyHint("n", "sell"), KeyHint("r", "refresh"),
      KeyHint("g", "grid or list"), .back,
    ]
  }

  func draw(on canvas: inout Canvas, in area: Area, photos: PhotoShelf) {
    guard let products else {
      let text = "The vendor is not known yet: 'market login --identifier …', or sell something with n."
      let lines = text.wrapped(toWidth: area.columns).map { Line(text: $0, ink: .dim) }
      var displayed = ScrolledText()
      return displayed.draw(lines, on: &canvas, in: area)
    }
    products.draw(
      on: &canvas, in: area, photos: photos,
      whenEmpty: isSold ? "Nothing is sold yet." : "Nothing is on sale.")
  }

  func press(_ key: Key, in area: Area, photos: PhotoShelf) -> ScreenEffect {
    if case .tab = key {
      isSold.toggle()
      return .handled
    }
    return products?.press(key, in: area, photos: photos) ?? .ignored
  }
}
