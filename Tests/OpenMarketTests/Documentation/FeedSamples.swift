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
    case .loadingFirst, .loadingNext: show("Loading …")
    case .failed(let failure): show("Tap to try again: \(failure.koreanText)")
    case .endReached: show("That is all.")
    case .endOfStored: show("That is all that is stored on this device.")
    }
    if state.offline != nil, !state.isContiguous {
      show("Some of this is from this device, and may have gaps.")
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
