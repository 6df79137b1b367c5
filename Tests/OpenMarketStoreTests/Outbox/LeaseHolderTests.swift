import Foundation
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

struct LeaseHolderTests {
  private let folder: TemporaryFolder
  private let store: MarketStore
  private let noon = Date(timeIntervalSince1970: 1_700_000_000)

  init() throws {
    folder = try TemporaryFolder()
    store = try MarketStore(folder: folder.url)
  }

  private var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: "leases").path)) ?? []
  }

  private func claim(as holder: LeaseHolder) async throws -> DeliveryRound {
    holder.live()
    return try await store.deliver(
      [], claiming: 9, as: Lease(owner: holder.name, end: noon + 150), at: noon)
  }

  @Test("what a holder has in hand is nobody else's while it lives, and anybody's as soon as it is dead")
  func death() async throws {
    let edit = PendingWrite.edit(ProductChanges(price: 1), base: EditBase())
    _ = try await store.enqueue(edit, of: 1, key: "k", at: noon)
    let (first, second) = (store.makeLeaseHolder(), store.makeLeaseHolder())
    #expect(try await claim(as: first).claims.count == 1)
    let round = try await claim(as: second)
    #expect(round.claims.isEmpty && round.othersHold)
    #expect(try await !store.endLeasesOfTheDead(besides: second))
    #expect(try await claim(as: second).claims.isEmpty)
    first.die()
    #expect(try await store.endLeasesOfTheDead(besides: second))
    let taken = try await claim(as: second).claims
    // What it has done is not known.
    #expect(taken.map(\.doubt) == [.answerLost])
    #expect(files == [second.name])
  }

  @Test("nobody is taken for dead who cannot be asked: one without a file, one with a name that is none")
  func unknown() async throws {
    let edit = PendingWrite.edit(ProductChanges(price: 1), base: EditBase())
    for (number, owner) in ["../../etc/passwd", UUID().uuidString].enumerated() {
      _ = try await store.enqueue(edit, of: Product.ID(rawValue: Int64(number + 1)), key: owner, at: noon)
      _ = try await store.deliver([], claiming: 1, as: Lease(owner: owner, end: noon + 150), at: noon)
    }
    #expect(try await !store.endLeasesOfTheDead(besides: store.makeLeaseHolder()))
  }

  @Test("who retires leaves no file, and comes back under another name; what the dead left is tidied away")
  func tidy() async throws {
    let holder = store.makeLeaseHolder()
    holder.live()
    let name = holder.name
    #expect(files == [name])
    holder.retire()
    #expect(files.isEmpty && holder.name != name)
    holder.live()
    holder.die()
    #expect(files.count == 1)
    try store.close()
    try MarketStore(folder: folder.url).close()
    #expect(files.isEmpty)
  }
}
