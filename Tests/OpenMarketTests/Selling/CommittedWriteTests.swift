import Foundation
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarket

/// What selling throws is about what was not enqueued: after the commit nothing throws any more.
@Suite("Cancelled callers of writes", .timeLimit(.minutes(5)))
struct CommittedWriteTests {
  @Test(
    "a write throws when nothing was enqueued, and only then",
    arguments: ["edit", "new listing", "sell", "delete"])
  func cancelled(_ kind: String) async throws {
    let test = try TestMarket(products: 120)
    let market = try test.open { $0.outbox.startsByItself = false }
    let products = try await market.products(page: 1, size: 100).value.products
    let photo = try await market.store.storePhoto(Data([0xFF, 0xD8, 0xFF, 0xE0]), fileName: "1.jpg")
    let running = Mutex<Task<Bool, Never>?>(nil)
    // Cancels the caller as soon as its write is committed.
    let changes = market.store.changes()
    let canceller = Task {
      for await change in changes {
        if case .submissions = change { running.withLock { $0?.cancel() } }
      }
    }
    var queued = try await market.store.submissions().count
    for product in products {
      let listing =
        kind == "new listing" ? try await market.sell(.named("접는 의자"), stored: [photo]).id : product.id
      queued = try await market.store.submissions().count
      let task = running.withLock { running in
        let task = Task {
          do {
            switch kind {
            case "sell": try await market.sell(.named("접는 의자"), stored: [photo])
            case "delete": try await market.delete(product.id)
            // Which is the thumbnail cannot be merged into a new listing.
            default: try await market.edit(listing, ProductChanges(stock: 3, thumbnailID: 9))
            }
            return true
          } catch {
            return false
          }
        }
        running = task
        return task
      }
      let isDone = await task.value
      let count = try await market.store.submissions().count
      #expect(isDone == (count == queued + 1))
      queued = count
    }
    canceller.cancel()
    try await market.close()
  }
}
