import Foundation
import OpenMarket
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import market

/// The photos of the screens, as they come and go.
@MainActor @Suite(.timeLimit(.minutes(5))) struct PhotoShelfTests {
  @Test(
    "a photo that has left the screen is released, whether or not its thumbnail had come",
    arguments: [false, true])
  func released(hasThumbnail: Bool) async throws {
    let folder = try TemporaryFolder()
    let mock = MarketplaceMock { $0.productCount = 100 }
    let market = try Marketplace(
      server: #require(URL(string: "http://mock.test")), folder: folder.url.appending(path: "store")
    ) {
      $0.transport = MockTransport(mock)
      $0.outbox.startsByItself = false
    }
    let products = try await market.products(page: 1, size: 100).value.products
    let thumbnail = try #require(products.compactMap(\.thumbnail).first { $0.pathExtension == "jpg" })
    // Not there, as a photo that is complete is held for longer.
    let missing = try #require(URL(string: "http://mock.test/images/missing.jpg"))
    let shelf = PhotoShelf(market, graphics: TerminalGraphics(.blocks(.full), cell: .usual)) {}
    var picture: Picture?
    repeat {
      try Task.checkCancellation()
      await giveWay()
      picture = shelf.picture(missing, thumbnail: hasThumbnail ? thumbnail : nil, rows: 4, columns: 8)
    } while picture == nil && hasThumbnail
    weak let model = shelf.models.first
    shelf.endFrame()
    #expect(shelf.models.count == 1)
    shelf.endFrame()
    #expect(shelf.models.isEmpty)
    while model != nil {
      try Task.checkCancellation()
      await giveWay()
    }
    try await market.close()
  }
}
