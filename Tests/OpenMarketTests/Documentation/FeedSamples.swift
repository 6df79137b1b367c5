import Foundation
import OpenMarket

/// The code of the article on lists.
private enum Samples {
  static func list(_ market: Marketplace) async {
    let feed = market.feed(matching: "의자")
    for await state in feed.states {
      show(state.items, state.phase)
    }
  }

  static func rows(_ feed: ProductFeed, _ product: Product) {
    feed.itemAppeared(product.id)
  }

  @MainActor
  static func model(_ market: Marketplace, _ product: Product) async {
    let list = ProductListModel(market.feed())
    list.itemAppeared(product.id)
    await list.refresh()
  }

  static func footer(_ state: FeedState) {
    switch state.phase {
    case .idle, .refreshing: show("")
    case .loadingFirst, .loadingNext: show("불러오고 있어요.")
    case .failed(let failure): show(failure.koreanText)
    case .endReached: show("모두 보았어요.")
    case .endOfStored: show("저장된 상품은 여기까지예요.")
    }
    if state.offline != nil, !state.isContiguous {
      show("이 기기에 저장된 상품이에요. 빠진 상품이 있을 수 있어요.")
    }
  }

  static func sync(_ market: Marketplace) async throws {
    for try await progress in market.sync() {
      show("\(progress.doneCount) of \(progress.totalCount)")
    }
  }

  static func own() {
    let feed = ProductFeed { page, size in try await favourites(page, size) }
    feed.loadNext()
  }

  // What the samples call.
  static func show(_ items: [Product], _ phase: FeedPhase) {}
  static func show(_ text: String) {}
  static func favourites(_ page: Int, _ size: Int) async throws -> ProductPage {
    ProductPage(page: page, size: size, products: [], totalCount: 0)
  }
}
