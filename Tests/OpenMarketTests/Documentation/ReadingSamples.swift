import Foundation
import OpenMarket

/// The code of the articles on reading and photos.
private enum Samples {
  static func landing(_ url: URL) async throws {
    let market = try Marketplace(server: url)

    let page = try await market.products(page: 1)
    let product = try await market.product(1207)
    let hits = try await market.search("맥ㅂ")
    let names = try await market.suggestions(for: "ㄴㅌㅂ")
    _ = (page, product, hits, names)
  }

  static func policies(_ url: URL) async throws {
    let market = try Marketplace(server: url)
    let page = try await market.products(page: 1)
    show(page.products)
    if page.isStale { showAge(page.fetchedAt) }

    let fresh = try await market.product(1207, policy: .networkFirst)
    let recent = try await market.product(
      1207, policy: .networkFirst, options: ReadOptions(maxAge: .seconds(600), timeout: .seconds(1)))
    _ = (fresh, recent)
  }

  static func link(_ market: Marketplace, _ link: URL, _ number: Int64) async throws {
    guard let id = Product.ID(link.lastPathComponent) else { return close() }
    show(try await market.product(id).value)
    show(try await market.product(Product.ID(rawValue: number)).value)
  }

  static func rate(_ url: URL) throws {
    let market = try Marketplace(server: url) {
      $0.http.rateLimit = .perSecond(50)  // or RateLimit(oneEvery: .milliseconds(200), burst: 5)
    }
    _ = market
  }

  static func names(_ market: Marketplace) async throws {
    let names = try await market.suggestions(for: "ㄴㅌㅂ")
    for name in names { show(name.text) }
    show(names.map(\.text), isOld: names.isStale)
  }

  static func both(_ market: Marketplace) async throws {
    for try await product in market.productReads(1207) {
      show(product.value)
    }

    for try await product in market.updates(of: 1207) {
      guard let product else { return close() }
      show(product)
    }
  }

  static func failures(_ market: Marketplace) async throws {
    do {
      show(try await market.product(1207).value)
    } catch let error as HTTPError where error.code == .notFound {
      close()
    } catch let error as HTTPError {
      offerRetry(error.koreanText)
    }

    for await event in market.events {
      switch event.kind {
      case .diskFull: suggestCleaningUp()
      case .refreshFailed: break
      default: log(event.reason)
      }
    }
  }

  static func searching(_ market: Marketplace, _ suggestion: SearchSuggestion) async throws {
    for try await _ in market.sync() {}
    let hits = try await market.search("ㄴㅌㅂ", sort: .priceAscending, policy: .cacheOnly)
    _ = hits

    let session = market.suggestionSession()
    session.type("맥ㅂ")
    for await list in session.lists {
      show(list.suggestions)
    }

    for try await results in try await session.search(suggestion.text) {
      show(results.hits)
    }
    let recents = try await market.recentSearches.list(limit: 10)
    _ = recents
  }

  static func photos(_ url: URL, _ address: URL) async throws {
    let market = try Marketplace(server: url) {
      $0.images.memoryLimit = 50 << 20
      $0.images.diskLimit = 500 << 20
    }
    let photo = try await market.images.image(at: address, fitting: .points(300, scale: 3))
    show(photo.bytes, width: photo.width, height: photo.height)
  }

  static func ahead(_ market: Marketplace, _ product: Product) {
    let size = ImageTarget.points(100, scale: 3, mode: .crop)
    let feed = market.feed(matching: "의자") {
      $0.prefetchDistance = 10
      $0.thumbnails = .memory(size)
    }
    feed.itemAppeared(product.id)

    if let address = product.thumbnail,
      let image = market.images.cachedImage(for: ImageRequest(address, fitting: size))
    {
      show(image.bytes, width: image.width, height: image.height)
    }
  }

  static func why(_ market: Marketplace) async throws {
    print(try await market.product(1207, policy: .networkFirst).explanation)
  }

  // What the samples call.
  static func show(_ something: Any) {}
  static func show(_ texts: [String], isOld: Bool) {}
  static func show(_ bytes: [UInt8], width: Int, height: Int) {}
  static func showAge(_ date: Date) {}
  static func close() {}
  static func offerRetry(_ message: String) {}
  static func suggestCleaningUp() {}
  static func log(_ text: String) {}
}
