import Foundation
import OpenMarketHTTP
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarket

@Suite("Reads", .timeLimit(.minutes(5)))
struct ReadsTests {
  @Test("what is stored comes first, the server's response second, and then it ends")
  func both() async throws {
    let bench = ReadBench {
      $0.stored = ("old", 10)
      $0.server = .hangs
    }
    var updates = bench.reads().makeAsyncIterator()
    let first = try #require(try await updates.next())
    #expect(first.value == "old" && !first.isFromServer && !first.isStale)
    await bench.requests(atLeast: 1)
    bench.release("new")
    let second = try #require(try await updates.next())
    #expect(second.value == "new" && second.isFromServer)
    #expect(try await updates.next() == nil)
    #expect(
      second.explanation
        == "cacheAndNetwork: stored 10.0 s ago (fresh for 60.0 s), in 0.0 ms; the server responded, in 0.0 ms"
    )
  }

  @Test(
    "without something stored that may respond, the server's response comes alone",
    arguments: [nil, 3600] as [TimeInterval?])
  func networkAlone(age: TimeInterval?) async throws {
    let bench = ReadBench { $0.stored = age.map { ("old", $0) } }
    var values: [String] = []
    for try await update in bench.reads(ReadOptions(maxAge: .seconds(60))) { values.append(update.value) }
    #expect(values == ["new"])
  }

  @Test("a server that fails ends the loop with its error, after what is stored")
  func serverFails() async throws {
    let bench = ReadBench {
      $0.stored = ("old", 10)
      $0.server = .fails(.unreachable)
    }
    var updates = bench.reads().makeAsyncIterator()
    #expect(try await updates.next()?.value == "old")
    let error = await #expect(throws: HTTPError.self) { try await updates.next() }
    #expect(error?.code == .unreachable)
    #expect(try await updates.next() == nil)
  }

  @Test("a store that fails leaves the server's response alone")
  func storeFails() async throws {
    let bench = ReadBench { $0.storeError = StoreError(.damaged, "as told") }
    var updates = bench.reads().makeAsyncIterator()
    #expect(try await updates.next()?.value == "new")
  }

  @Test("leaving the loop stops asking the server")
  func leaving() async throws {
    let bench = ReadBench {
      $0.stored = ("old", 10)
      $0.server = .hangs
    }
    for try await _ in bench.reads() {
      await bench.requests(atLeast: 1)
      break
    }
    await bench.background.drain()
    #expect(bench.state.withLock { $0.cancelled } == 1)
  }
}
