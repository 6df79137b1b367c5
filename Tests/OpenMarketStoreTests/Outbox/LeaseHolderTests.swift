import Foundation
import OpenMarketAPI
import OpenMarketPacing
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
    try await store.deliver([], claiming: 9, as: holder.acquire(), at: noon, uptime: .test)
  }

  @Test("what a holder has in hand is nobody else's while it holds its lock, and anybody's from then on")
  func ends() async throws {
    let edit = PendingWrite.edit(ProductChanges(price: 1), base: EditBase())
    _ = try await store.enqueue(edit, of: 1, key: "k", at: noon)
    let (first, second) = (store.makeLeaseHolder(), store.makeLeaseHolder())
    #expect(try await claim(as: first).claims.count == 1)
    let round = try await claim(as: second)
    #expect(round.claims.isEmpty && round.othersHold)
    #expect(try await !store.reclaimAbandoned(besides: second))
    #expect(try await claim(as: second).claims.isEmpty)
    first.abandon()
    #expect(try await store.reclaimAbandoned(besides: second))
    let taken = try await claim(as: second).claims
    // What it has done is not known.
    #expect(taken.map(\.indeterminacy) == [.responseLost])
    #expect(files == [second.name])
  }

  @Test("no holder counts as ended that cannot be asked: one without a file, one with a name that is none")
  func unknown() async throws {
    let edit = PendingWrite.edit(ProductChanges(price: 1), base: EditBase())
    for (number, owner) in ["../../etc/passwd", UUID().uuidString].enumerated() {
      _ = try await store.enqueue(edit, of: Product.ID(rawValue: Int64(number + 1)), key: owner, at: noon)
      _ = try await store.deliver([], claiming: 1, as: owner, at: noon, uptime: .test)
    }
    #expect(try await !store.reclaimAbandoned(besides: store.makeLeaseHolder()))
  }

  @Test(
    "a holder that is released leaves no file, and comes back under another name; abandoned files are removed"
  )
  func tidy() async throws {
    let holder = store.makeLeaseHolder()
    let name = try holder.acquire()
    #expect(files == [name])
    holder.release()
    #expect(files.isEmpty)
    #expect(try holder.acquire() != name)
    holder.abandon()
    #expect(files.count == 1)
    try store.close()
    try MarketStore(folder: folder.url).close()
    #expect(files.isEmpty)
  }

  @Test("without a lock nothing is claimed, and the error says which file cannot be made")
  func noLock() throws {
    try Data().write(to: folder.url.appending(path: "leases"))
    let holder = store.makeLeaseHolder()
    let error = #expect(throws: StoreError.self) { try holder.acquire() }
    #expect(error?.message.contains("leases/") == true)
  }
}

extension Uptime {
  /// Some moment.
  static let test = Uptime(boot: "test", elapsed: .seconds(1_000))
}
