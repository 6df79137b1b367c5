import Foundation
import MockServerNIO
import OpenMarket
import OpenMarketMock
import OpenMarketTestSupport
import SellingTrials
import Testing

#if os(Linux)
  /// A process that sells and edits is killed with SIGKILL before each of its writes to the disk, one after the
  /// other; another one goes on from what is there.
  @Suite(.serialized, .timeLimit(.minutes(10))) struct KilledSaleTests {
    @Test(
      "killed before any write, what was acknowledged is on the server exactly once",
      arguments: [true, false])
    func killed(_ honoursKeys: Bool) async throws {
      let counts = try await withThrowingTaskGroup(of: Int.self) { group in
        for lane in 1...Self.laneCount {
          group.addTask { try await killAll(from: lane, honoursKeys) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let count = counts.reduce(0, +)
      print("killed before each of \(count) writes, keys \(honoursKeys)")
      #expect(count > 50)
    }

    /// Several processes at once, since each mostly waits.
    private static let laneCount = 4

    /// Kills before write `first` and every fourth after it, until the program comes to its end.
    ///
    /// - Returns: How often it was killed.
    private func killAll(from first: Int, _ honoursKeys: Bool) async throws -> Int {
      let probe = try BuiltProgram("selling-probe")
      let mock = MarketplaceMock {
        $0.productCount = 3
        $0.honoursIdempotencyKeys = honoursKeys
      }
      let server = try await MockServer.start(handler: mock)
      var fatal = first
      var isComplete = false
      while !isComplete {
        try #require(fatal < 1_000, "the program does not end")
        mock.reset()
        let folder = try TemporaryFolder()
        let store = folder.url.appending(path: "store", directoryHint: .isDirectory)
        let outcome = try await probe.run(
          ["sell", store.path, server.url.absoluteString, honoursKeys ? "keys" : "nokeys", "\(fatal)"])
        isComplete = outcome.status == 0
        try #require(isComplete || outcome.status == 128 + SIGKILL, "write \(fatal): \(outcome)")
        try await check(outcome.output, mock, store, server.url, honoursKeys, "write \(fatal)")
        fatal += Self.laneCount
      }
      try await server.stop()
      return (fatal - first) / Self.laneCount - 1
    }

    private func check(
      _ output: String, _ mock: MarketplaceMock, _ folder: URL, _ server: URL, _ honoursKeys: Bool,
      _ place: Comment
    ) async throws {
      // Later, so that the leases of the dead process have ended.
      let market = try KilledSale.open(folder: folder, server: server, honoursKeys: honoursKeys, later: 300)
      try #require(await market.outbox.flush(timeout: .seconds(240)).isEmpty, place)
      let created = mock.ledger.filter { $0.kind == .created }.count
      let edited = mock.ledger.filter { $0.kind == .edited }.count
      let products = try await market.client.products(page: 1).products.filter { $0.id.rawValue > 3 }
      #expect(created <= 1 && edited <= 1, "\(place): \(mock.ledger)")
      if output.contains("sold") { #expect(created == 1 && products.count == 1, place) }
      if output.contains("edited") {
        #expect(edited == 1 && products.first?.price == KilledSale.changes.price, place)
      }
      #expect(products.allSatisfy { $0.name == KilledSale.draft.name }, place)
      try await market.close()
    }
  }
#endif
