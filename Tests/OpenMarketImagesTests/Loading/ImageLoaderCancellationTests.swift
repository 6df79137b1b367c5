import Foundation
import OpenMarketImages
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

@Suite("ImageLoader: cancelling and priorities", .timeLimit(.minutes(5))) struct ImageLoaderCancellationTests
{
  @Test("the download stops when the last who waits leaves, not before")
  func stopsDownload() async throws {
    let bench = LoaderBench()
    let one = bench.loader.load(LoaderBench.request("chair", 100))
    let other = bench.loader.load(LoaderBench.request("chair", 200))
    let exchange = await bench.source.exchange(0)
    exchange.begin()
    one.cancel()
    await #expect(throws: CancellationError.self) { try await one.value }
    #expect(bench.loader.counters.cancelledDownloads == 0)
    other.cancel()
    await exchange.abandoned()
    await bench.log.wait(for: .downloadCancelled)
  }

  @Test("one who leaves does not hurt the others")
  func othersStay() async throws {
    let bench = LoaderBench()
    let one = bench.loader.load(LoaderBench.request())
    let other = bench.loader.load(LoaderBench.request())
    let exchange = await bench.source.exchange(0)
    one.cancel()
    exchange.respond(StubDecoder.file())
    #expect(try await other.value.width == 100)
  }

  @Test("the decode stops when the last who waits leaves")
  func stopsDecode() async throws {
    let bench = LoaderBench(StubSource(LoaderBench.automatic))
    bench.decoder.hold()
    let load = bench.loader.load(LoaderBench.request())
    await bench.decoder.held()
    load.cancel()
    await bench.log.wait(for: .decodeCancelled)
    bench.decoder.release()
    // Its slot is free again, and the failure is not remembered.
    #expect(try await bench.loader.image(for: LoaderBench.request()).width == 100)
  }

  @Test("a decode goes on for a smaller size that is to be made from it")
  func decodeServesWaitingSmaller() async throws {
    let bench = LoaderBench(StubSource(LoaderBench.automatic))
    bench.decoder.hold()
    let large = bench.loader.load(LoaderBench.request("chair", 400))
    await bench.decoder.held()
    let small = bench.loader.load(LoaderBench.request("chair", 100))
    large.cancel()
    bench.decoder.release()
    #expect(try await small.value.width == 100)
    #expect(bench.decoder.passes.count == 1)
  }

  @Test("releasing a load cancels it")
  func lettingGo() async throws {
    let bench = LoaderBench()
    do {
      let load = bench.loader.load(LoaderBench.request())
      _ = await bench.source.exchange(0)
      withExtendedLifetime(load) {}
    }
    await bench.log.wait(for: .downloadCancelled)
  }

  @Test("cancelling the calling task ends the load")
  func cancelledTask() async throws {
    let bench = LoaderBench()
    let task = Task { try await bench.loader.image(for: LoaderBench.request()) }
    let exchange = await bench.source.exchange(0)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await exchange.abandoned()
  }

  @Test("what matters more by now goes first")
  func raisedPriority() async throws {
    let bench = LoaderBench { $0.maxDownloads = 1 }
    let first = bench.loader.load(LoaderBench.request("first"))
    let exchange = await bench.source.exchange(0)
    let second = bench.loader.load(LoaderBench.request("second"))
    let third = bench.loader.load(LoaderBench.request("third"))
    await settle(bench)
    third.setPriority(.user)
    exchange.respond(StubDecoder.file())
    let next = await bench.source.exchange(1)
    #expect(next.url == LoaderBench.url("third"))
    #expect(next.priority == .user)
    next.respond(StubDecoder.file())
    let last = await bench.source.exchange(2)
    #expect(last.url == LoaderBench.url("second"))
    last.respond(StubDecoder.file())
    _ = try await (first.value, second.value, third.value)
  }

  @Test("prefetches run a few at a time and leave room for what is on the screen")
  func prefetchPriority() async throws {
    let bench = LoaderBench()
    let prefetch = bench.loader.prefetch((0..<10).map { LoaderBench.request("\($0)") })
    let visible = bench.loader.load(LoaderBench.request("visible"))
    let exchanges = [
      await bench.source.exchange(0), await bench.source.exchange(1), await bench.source.exchange(2),
    ]
    #expect(exchanges.count { $0.priority == .prefetch } == 2)
    let mine = try #require(exchanges.first { $0.url == LoaderBench.url("visible") })
    mine.respond(StubDecoder.file())
    _ = try await visible.value
    #expect(bench.source.count == 3)
    prefetch.setPriority(.visible)
    // The last of the six that are downloaded at a time has begun: one that has not would not be cancelled.
    _ = await bench.source.exchange(6)
    prefetch.cancel()
    await bench.log.wait(for: .downloadCancelled, count: 6)
  }

  @Test("an image that is prefetched and then wanted is loaded once, at the higher priority")
  func prefetchThenWanted() async throws {
    let bench = LoaderBench { $0.maxPrefetches = 1 }
    let prefetch = bench.loader.prefetch([LoaderBench.request("other"), LoaderBench.request("chair")])
    _ = await bench.source.exchange(0)
    let load = bench.loader.load(LoaderBench.request("chair"))
    let exchange = await bench.source.exchange(1)
    #expect(exchange.url == LoaderBench.url("chair") && exchange.priority == .visible)
    exchange.respond(StubDecoder.file())
    _ = try await load.value
    #expect(bench.source.count == 2)
    withExtendedLifetime(prefetch) {}
  }

  @Test("downloads start no faster than the rate allows")
  func startRate() async throws {
    let bench = LoaderBench {
      $0.startRate = .init(oneEvery: .seconds(1), burst: 1)
      $0.downloadTimeout = nil
    }
    let loads = (0..<2).map { bench.loader.load(LoaderBench.request("\($0)")) }
    _ = await bench.source.exchange(0)
    await bench.clock.sleepers(atLeast: 1)
    #expect(bench.source.count == 1)
    bench.clock.advance(by: .seconds(1))
    _ = await bench.source.exchange(1)
    withExtendedLifetime(loads) {}
  }

  /// Waits until the caches have been asked about everything so far, as lookups run one after another.
  private func settle(_ bench: LoaderBench) async {
    let probe = bench.loader.load(LoaderBench.request("probe", policy: .cacheOnly))
    _ = try? await probe.value
  }
}
