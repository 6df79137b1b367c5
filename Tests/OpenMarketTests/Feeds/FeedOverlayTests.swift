import Foundation
import Testing

@testable import OpenMarket

@Suite struct FeedOverlayTests {
  @Test("a local insertion that is gone from the market is a new state of the list, once")
  func removed() {
    var overlay = FeedOverlay()
    let edit = PendingWrite.edit(ProductChanges(stock: 1), base: EditBase())
    let entry = PendingEntry(PendingProduct(id: 7, writes: [edit], since: .distantPast))
    let update = FeedPending(overlay: PendingOverlay([entry]), products: [7: .sample(7)])
    #expect(overlay.take(update, shows: { _ in true }).isEmpty)
    var versions = [overlay.version]
    for ids in [[6], [7], [7]] as [Set<Product.ID>] {
      overlay.remove(ids)
      versions.append(overlay.version)
    }
    #expect(overlay.localInsertions.isEmpty)
    #expect(versions[0] == versions[1] && versions[1] != versions[2] && versions[2] == versions[3])
  }
}
