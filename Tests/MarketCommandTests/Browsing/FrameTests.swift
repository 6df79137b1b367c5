import Foundation
import OpenMarket
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import market

/// How much a frame of a long list costs.
@MainActor @Suite(.timeLimit(.minutes(5))) struct FrameTests {
  @Test("a frame costs no more at the end of 10,000 rows than at their beginning")
  func cost() async throws {
    let market = try Marketplace.preview(of: MarketplaceMock { $0.productCount = 10_000 }, vendor: nil)
    let model = ProductListModel(market.feed { $0.pageSize = 100 })
    let view = ProductsView(model, in: market, BrowserPreferences(isGrid: false))
    let photos = PhotoShelf(market, graphics: nil) {}
    let size = ScreenSize(columns: 120, rows: 40)
    var renderer = CanvasRenderer(depth: .full)
    var frames: [(row: Int, cost: Duration)] = []
    let area = Canvas(size).area
    var last: Product.ID?
    while true {
      try Task.checkCancellation()
      let begin = threadTime
      _ = view.press(.pageDown, in: area, photos: photos)
      var canvas = Canvas(size)
      view.draw(on: &canvas, in: area, photos: photos, whenEmpty: "")
      _ = renderer.bytes(for: canvas)
      frames.append((model.items.count, threadTime - begin))
      if view.selection?.id == last, model.phase == .endReached { break }
      last = view.selection?.id
      let state = await model.feed.settledState
      while model.items.count < state.items.count, !Task.isCancelled { await giveWay() }
    }
    try #require(model.items.count == 10_000)
    let costs = frames.map(\.cost).sorted()
    print("frames of 120 × 40 cells over 10,000 rows: \(frames.count),", terminator: " ")
    print("median \(costs[costs.count / 2]), most \(costs[costs.count - 1]) of CPU")
    func median(_ rows: Range<Int>) throws -> Duration {
      let some = frames.filter { rows ~= $0.row }.map(\.cost).sorted()
      return try #require(some.isEmpty ? nil : some[some.count / 2])
    }
    let (begin, end) = try (median(0..<2_000), median(8_000..<10_001))
    #expect(end < begin * 4, "\(begin), \(end)")
    try await market.close()
  }
}
