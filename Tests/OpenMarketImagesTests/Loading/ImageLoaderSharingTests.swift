import Foundation
import OpenMarketImages
import OpenMarketTestSupport
import Testing

@Suite("ImageLoader shares work", .timeLimit(.minutes(5))) struct ImageLoaderSharingTests {
  @Test("64 loads of one address in 3 sizes: one request, one pass over the file")
  func sixtyFour() async throws {
    let bench = LoaderBench()
    let loads = (0..<64).map { bench.loader.load(LoaderBench.request("chair", [100, 150, 190][$0 % 3])) }
    let file = await bench.source.exchange(0)
    // Its caches are asked behind those of all the others: what is asked after that finds them gathered.
    let last = bench.loader.load(LoaderBench.request("table"))
    _ = await bench.source.exchange(1)
    file.respond(StubDecoder.file())
    for (index, load) in loads.enumerated() {
      #expect(try await load.value.width == [100, 150, 190][index % 3])
    }
    last.cancel()
    #expect(bench.source.count == 2, "one for the 64")
    #expect(bench.decoder.passes.count == 1)
    #expect(Set(bench.decoder.passes[0].compactMap(\.box?.width)) == [100, 150, 190])
    let counters = bench.loader.counters
    #expect(counters.requests == 65 && counters.coalesced == 61)
    #expect(counters.decodes == 1 && counters.decodedImages == 3)
  }

  @Test("an image that is there is not made again")
  func memoryHit() async throws {
    let bench = LoaderBench(StubSource(LoaderBench.automatic))
    let first = try await bench.loader.image(for: LoaderBench.request())
    #expect(bench.loader.cachedImage(for: LoaderBench.request()) == first)
    #expect(try await bench.loader.image(for: LoaderBench.request()) == first)
    #expect(bench.source.count == 1 && bench.decoder.passes.count == 1)
    #expect(bench.loader.counters.memoryHits == 2)
  }

  @Test("a smaller size is made from a cached one of at least twice the pixels")
  func derivedFromMemory() async throws {
    let bench = LoaderBench(StubSource(LoaderBench.automatic))
    _ = try await bench.loader.image(for: LoaderBench.request("chair", 400))
    let small = try await bench.loader.image(for: LoaderBench.request("chair", 200))
    #expect(small.size == PixelSize(width: 200, height: 150))
    #expect(small.sourceSize == PixelSize(width: 1200, height: 900))
    #expect(small.bytes.allSatisfy { $0 == 7 })
    #expect(bench.decoder.passes.count == 1)
    #expect(bench.loader.counters.derived == 1)
    _ = try await bench.loader.image(for: LoaderBench.request("chair", 201))
    #expect(bench.decoder.passes.count == 2)
  }

  @Test("a smaller size waits for the larger one that is being decoded")
  func derivedFromDecodeInFlight() async throws {
    let bench = LoaderBench(StubSource(LoaderBench.automatic))
    bench.decoder.hold()
    let large = bench.loader.load(LoaderBench.request("chair", 400))
    await bench.decoder.held()
    let small = bench.loader.load(LoaderBench.request("chair", 100))
    bench.decoder.release()
    #expect(try await large.value.width == 400)
    #expect(try await small.value.width == 100)
    #expect(bench.decoder.passes.count == 1)
    #expect(bench.loader.counters.derived == 1)
  }

  @Test("a size that cannot be made from the one being decoded is decoded beside it, from the same bytes")
  func secondPass() async throws {
    let bench = LoaderBench(StubSource(LoaderBench.automatic)) { $0.maxDecodes = 2 }
    bench.decoder.hold()
    let large = bench.loader.load(LoaderBench.request("chair", 400))
    await bench.decoder.held(1)
    let other = bench.loader.load(LoaderBench.request("chair", 300))
    await bench.decoder.held(2)
    bench.decoder.release()
    _ = try await (large.value, other.value)
    #expect(bench.source.count == 1)
  }

  @Test("loads that wait for a decode slot are decoded together, whenever they came")
  func gathersWhileWaiting() async throws {
    let bench = LoaderBench(StubSource(LoaderBench.automatic)) { $0.maxDecodes = 1 }
    bench.decoder.hold()
    let first = bench.loader.load(LoaderBench.request("table"))
    await bench.decoder.held()
    let loads = [300, 320, 340].map { bench.loader.load(LoaderBench.request("chair", $0)) }
    await bench.log.wait(for: .downloadFinished, count: 2)
    let late = bench.loader.load(LoaderBench.request("chair", 360))
    // Behind which nothing is looked up any more.
    let last = bench.loader.load(LoaderBench.request("lamp"))
    await bench.log.wait(for: .downloadFinished, count: 3)
    bench.decoder.release()
    _ = try await first.value
    for load in loads + [late, last] { _ = try await load.value }
    #expect(bench.decoder.passes.filter { $0.count > 1 }.map(\.count) == [4])
  }

  @Test("addresses with one identity are one source, whatever their signature")
  func signedAddresses() async throws {
    let bench = LoaderBench(StubSource(LoaderBench.automatic))
    for signature in ["a", "b"] {
      var request = LoaderBench.request("chair.jpg?signature=\(signature)")
      request.identity = "chair"
      _ = try await bench.loader.image(for: request)
    }
    #expect(bench.source.count == 1)
    #expect(!bench.log.events.contains { $0.source.contains("signature") })
  }

  @Test("a crop of one shape is not made from a crop of another")
  func cropsAreNotShared() async throws {
    let bench = LoaderBench(StubSource(LoaderBench.automatic))
    let square = ImageTarget.pixels(400, mode: .crop)
    let wide = ImageTarget.pixels(200, by: 50, mode: .crop)
    _ = try await bench.loader.image(at: LoaderBench.url("chair"), fitting: square)
    let image = try await bench.loader.image(at: LoaderBench.url("chair"), fitting: wide)
    #expect(image.size == PixelSize(width: 200, height: 50))
    #expect(bench.decoder.passes.count == 2)
  }
}
