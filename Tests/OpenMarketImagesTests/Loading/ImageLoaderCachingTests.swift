import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketImages
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@Suite("ImageLoader: caches and failures", .timeLimit(.minutes(5))) struct ImageLoaderCachingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A loader with an empty memory and whatever the folder holds.
  private func bench(
    _ source: StubSource = StubSource(LoaderBench.automatic), contents: ImageLoader.DiskContents = .originals
  ) -> LoaderBench {
    LoaderBench(source) {
      $0.disk = try? DiskImageCache(folder: folder.url, date: $0.time.date)
      $0.diskContents = contents
    }
  }

  /// Puts the file of `chair` on disk.
  private func fillDisk(_ fields: HTTPFields = [:]) async {
    let bench = bench(StubSource { $0.respond(StubDecoder.file(), fields) })
    _ = await bench.loader.prefetch([LoaderBench.request()], onlyToDisk: true).value
  }

  @Test("a prefetch to disk brings the file there without decoding it")
  func prefetchToDisk() async throws {
    let bench = bench()
    let failures = await bench.loader.prefetch([LoaderBench.request()], onlyToDisk: true).value
    #expect(failures == 0)
    #expect(bench.decoder.passes.isEmpty && bench.loader.memory.usage.decodedCount == 0)
    #expect(bench.loader.disk?.usage.count == 1)
    _ = try await bench.loader.image(for: LoaderBench.request())
    #expect(bench.source.count == 1 && bench.loader.counters.diskHits == 1)
  }

  @Test("a prefetch to memory makes the image ready at once")
  func prefetchToMemory() async throws {
    let bench = bench()
    _ = await bench.loader.prefetch([LoaderBench.request()]).value
    #expect(bench.loader.cachedImage(for: LoaderBench.request()) != nil)
  }

  @Test("a prefetch to a disk that is not there says so")
  func prefetchWithoutDisk() async throws {
    let bench = LoaderBench(StubSource(LoaderBench.automatic))
    #expect(await bench.loader.prefetch([LoaderBench.request()], onlyToDisk: true).value == 1)
    #expect(bench.source.count == 0)
  }

  @Test("a fresh file on disk is used without asking the server")
  func freshFile() async throws {
    await fillDisk()
    let bench = bench()
    bench.age(by: 86_399)
    _ = try await bench.loader.image(for: LoaderBench.request())
    #expect(bench.source.count == 0)
  }

  @Test("a thumbnail on disk is used without decoding anything")
  func thumbnail() async throws {
    let first = bench(contents: .thumbnails)
    let image = try await first.loader.image(for: LoaderBench.request())
    let key = "\(LoaderBench.url("chair"))\nfit 100×100"
    while first.loader.disk?.entry(for: key) == nil, !Task.isCancelled { await giveWay() }
    let second = bench(contents: .thumbnails)
    #expect(try await second.loader.image(for: LoaderBench.request()) == image)
    #expect(second.source.count == 0 && second.decoder.passes.isEmpty)
  }

  @Test(
    "pixels of more than a 256th of the disk cache, or 128 KiB, are not kept in it, only their file",
    arguments: [(256 * 244 * 183 * 3, 244), (256 * 22_500, 241)])
  func largePixels(byteLimit: Int, side: Int) async throws {
    let bench = LoaderBench(StubSource(LoaderBench.automatic)) {
      $0.disk = try? DiskImageCache(folder: folder.url, byteLimit: byteLimit)
    }
    for side in [side + 1, side] { _ = try await bench.loader.image(for: LoaderBench.request("chair", side)) }
    await bench.loader.pause()
    let disk = try #require(bench.loader.disk)
    let kept = ["file", "fit \(side + 1)×\(side + 1)", "fit \(side)×\(side)"].map {
      disk.entry(for: "\(LoaderBench.url("chair"))\n\($0)") != nil
    }
    #expect(kept == [true, false, true])
  }

  @Test("a file of this device is an image like others, of which the disk cache keeps no copy")
  func localFile() async throws {
    let client = try HTTPClient(server: LoaderBench.url(""), transport: MarketplaceMock())
    let loader = ImageLoader(client: client, disk: try DiskImageCache(folder: folder.url))
    let elsewhere = try TemporaryFolder()
    let file = elsewhere.url.appending(path: "사진 1.jpg")
    try JPEGSample.make(Picture.photo(width: 120, height: 90)).write(to: file)
    #expect(try await loader.image(at: file, fitting: .pixels(40)).sourceSize.width == 120)
    try JPEGSample.make(Picture.photo(width: 60, height: 60)).write(to: file)
    try FileManager.default.setAttributes([.modificationDate: Date.distantFuture], ofItemAtPath: file.path)
    #expect(try await loader.image(at: file, fitting: .pixels(40)).sourceSize.width == 60)
    let error = await #expect(throws: ImageError.self) {
      try await loader.image(at: file.appendingPathExtension("not"), fitting: .pixels(40))
    }
    #expect(error?.code == .storage)
    await loader.pause()
    #expect(loader.disk?.usage.count == 0)
  }

  @Test("a file of this device waits for no download, is read again when it was mended, and is no device")
  func localFileBesideDownloads() async throws {
    let bench = LoaderBench { $0.maxDownloads = 1 }
    let elsewhere = try TemporaryFolder()
    let file = elsewhere.url.appending(path: "photo.jpg")
    let download = bench.loader.load(LoaderBench.request())
    _ = await bench.source.exchange(0)
    try Data("page".utf8).write(to: file)
    await #expect(throws: ImageError.self) { try await bench.loader.image(at: file, fitting: .pixels(40)) }
    try StubDecoder.file().write(to: file)
    #expect(try await bench.loader.image(at: file, fitting: .pixels(40)).sourceSize.width == 1200)
    var request = ImageRequest(file, fitting: .pixels(50))
    request.cachePolicy = .revalidate
    #expect(try await bench.loader.image(for: request).sourceSize.width == 1200)
    #expect(bench.source.count == 1)
    download.cancel()
    let client = try HTTPClient(server: LoaderBench.url(""), transport: MarketplaceMock())
    let error = await #expect(throws: ImageError.self) {
      try await ImageLoader(client: client).image(at: URL(filePath: "/dev/zero"), fitting: .pixels(40))
    }
    #expect(error?.code == .storage)
  }

  @Test("while it is paused, what is decoded and downloaded is not written to the disk; afterwards it is")
  func paused() async throws {
    let bench = bench(contents: .all)
    bench.decoder.hold()
    let load = bench.loader.load(LoaderBench.request())
    await bench.decoder.held()
    await bench.loader.pause()
    bench.decoder.release()
    _ = try await load.value
    _ = await bench.loader.prefetch([LoaderBench.request("table")], onlyToDisk: true).value
    // Behind what was to be written.
    await bench.loader.pause()
    #expect(bench.loader.disk?.usage.count == 1, "the file that came before")
    bench.loader.resume()
    _ = try await bench.loader.image(for: LoaderBench.request("lamp"))
    await bench.loader.pause()
    #expect(bench.loader.disk?.usage.count == 3)
  }

  @Test("a disk that is slow keeps what it can, and the rest does not fill the memory")
  func slowDisk() async throws {
    let disk = DispatchSemaphore(value: 0)
    let cache = try DiskImageCache(folder: folder.url) {
      // Asked for by each write.
      disk.wait()
      disk.signal()
      return Date(timeIntervalSince1970: 1_800_000_000)
    }
    let bench = LoaderBench(StubSource(LoaderBench.automatic)) {
      ($0.disk, $0.diskContents) = (cache, .originals)
      $0.decoding.fileBytes = StubDecoder.file().count
    }
    for number in 1...5 { _ = try await bench.loader.image(for: LoaderBench.request("\(number)")) }
    disk.signal()
    await bench.loader.close()
    #expect(cache.usage.count == 2)
  }

  @Test("an old file is confirmed by the server and used; it is fresh again then")
  func revalidation() async throws {
    await fillDisk([.eTag: "\"v1\"", .cacheControl: "max-age=60"])
    let bench = bench(StubSource())
    bench.age(by: 61)
    let load = bench.loader.load(LoaderBench.request())
    let exchange = await bench.source.exchange(0)
    #expect(exchange.fields[.ifNoneMatch] == "\"v1\"")
    exchange.begin(304, [.eTag: "\"v1\"", .cacheControl: "max-age=600"])
    _ = try await load.value
    #expect(bench.loader.counters.revalidations == 1 && bench.loader.counters.downloadedBytes == 0)
    bench.loader.memory.removeAll()
    bench.age(by: 500)
    _ = try await bench.loader.image(for: LoaderBench.request())
    #expect(bench.source.count == 1)
  }

  @Test("a file that has changed at the server replaces the old one")
  func changedFile() async throws {
    await fillDisk([.eTag: "\"v1\"", .cacheControl: "no-cache"])
    let bench = bench(StubSource { $0.respond(StubDecoder.file(500, 500), [.eTag: "\"v2\""]) })
    let image = try await bench.loader.image(for: LoaderBench.request())
    #expect(image.sourceSize.width == 500)
  }

  @Test("pull to refresh asks the server though everything is cached")
  func refresh() async throws {
    await fillDisk([.eTag: "\"v1\""])
    let bench = bench(StubSource())
    _ = try await bench.loader.image(for: LoaderBench.request())
    let load = bench.loader.load(LoaderBench.request(policy: .revalidate))
    let exchange = await bench.source.exchange(0)
    #expect(exchange.fields[.ifNoneMatch] == "\"v1\"")
    exchange.respond(StubDecoder.file(500, 500))
    #expect(try await load.value.sourceSize.width == 500)
    #expect(bench.loader.cachedImage(for: LoaderBench.request())?.sourceSize.width == 500)
  }

  @Test("a 304 that nobody asked for is asked again, once")
  func unasked304() async throws {
    let bench = bench(StubSource())
    let load = bench.loader.load(LoaderBench.request())
    await bench.source.exchange(0).begin(304)
    await bench.source.exchange(1).begin(304)
    let error = await #expect(throws: ImageError.self) { try await load.value }
    #expect(error?.code == .network)
    #expect(bench.source.count == 2)
  }

  @Test("an old file is better than none when there is no network")
  func staleWhenOffline() async throws {
    await fillDisk([.eTag: "\"v1\"", .cacheControl: "max-age=1"])
    let bench = bench(StubSource { $0.fail(HTTPError(.unreachable, "offline")) })
    bench.age(by: 1000)
    _ = try await bench.loader.image(for: LoaderBench.request())
    #expect(bench.log.events.contains { $0.kind == .servedStale })
  }

  @Test("a file that the server has taken away is not served from disk")
  func goneAtServer() async throws {
    await fillDisk([.eTag: "\"v1\"", .cacheControl: "max-age=1"])
    let bench = bench(StubSource { $0.refuse(404, .notFound) })
    bench.age(by: 1000)
    await #expect(throws: ImageError.self) { try await bench.loader.image(for: LoaderBench.request()) }
    #expect(bench.loader.disk?.usage.count == 0)
  }

  @Test("what must not be stored is not")
  func noStore() async throws {
    let bench = bench(
      StubSource { $0.respond(StubDecoder.file(), [.cacheControl: "no-store"]) }, contents: .all)
    _ = try await bench.loader.image(for: LoaderBench.request())
    _ = await bench.loader.prefetch([LoaderBench.request("chair")], onlyToDisk: true).value
    #expect(bench.loader.disk?.usage.count == 0)
  }

  @Test("from the caches only: what is old will do, and nothing is asked for")
  func cacheOnly() async throws {
    await fillDisk([.cacheControl: "max-age=1"])
    let bench = bench()
    bench.age(by: 1000)
    _ = try await bench.loader.image(for: LoaderBench.request(policy: .cacheOnly))
    await #expect(throws: ImageError.self) {
      try await bench.loader.image(for: LoaderBench.request("other", policy: .cacheOnly))
    }
    #expect(bench.source.count == 0)
  }

  @Test("a missing image is not asked for again until its time is over")
  func negativeCache() async throws {
    let bench = bench(StubSource { $0.refuse(404, .notFound) })
    for size in [100, 200] {
      let error = await #expect(throws: ImageError.self) {
        try await bench.loader.image(for: LoaderBench.request("gone", size))
      }
      #expect(error?.code == .network && (error?.cause as? HTTPError)?.code == .notFound)
    }
    #expect(bench.source.count == 1)
    bench.clock.advance(by: .seconds(60))
    await #expect(throws: ImageError.self) { try await bench.loader.image(for: LoaderBench.request("gone")) }
    #expect(bench.source.count == 2)
  }

  @Test("a failure that may pass is not remembered", arguments: [HTTPError.Code.unreachable, .serverFailure])
  func passingFailure(code: HTTPError.Code) async throws {
    let failure = HTTPError(code, "for now", context: .init(method: .get, template: "<url>"))
    let bench = bench(StubSource { $0.fail(failure) })
    for _ in 0..<2 {
      await #expect(throws: ImageError.self) { try await bench.loader.image(for: LoaderBench.request()) }
    }
    #expect(bench.source.count == 2)
  }

  @Test("bytes that cannot be decoded are not kept")
  func undecodable() async throws {
    let broken = Data("image broken ".utf8)
    let bench = bench(StubSource { $0.respond(broken) }, contents: .all)
    let error = await #expect(throws: ImageError.self) {
      try await bench.loader.image(for: LoaderBench.request())
    }
    #expect(error?.code == .damaged)
    #expect(bench.loader.disk?.usage.count == 0)
  }

  @Test("a partial image is displayed, and its pixels are not kept on disk")
  func partialImage() async throws {
    let cut = StubDecoder.file() + Data([0])
    let bench = bench(StubSource { $0.respond(cut) }, contents: .thumbnails)
    #expect(try await bench.loader.image(for: LoaderBench.request()).isPartial)
    // Behind the write, if there were one.
    _ = try await bench.loader.image(for: LoaderBench.request("chair", 10))
    #expect(bench.loader.disk?.usage.count == 0)
  }

  @Test("sizes that cannot be are refused before anything is done", arguments: [0, -1, 65_536])
  func badTarget(side: Int) async throws {
    let bench = bench()
    let error = await #expect(throws: ImageError.self) {
      try await bench.loader.image(for: LoaderBench.request("chair", side))
    }
    #expect(error?.code == .invalidInput)
    #expect(bench.source.count == 0)
  }

  @Test("memory pressure from outside empties the memory cache, except what is pinned")
  func pressure() async throws {
    let (levels, pressure) = AsyncStream<MemoryPressure>.makeStream()
    let bench = LoaderBench(StubSource(LoaderBench.automatic)) { $0.memoryPressure = levels }
    for name in ["one", "two"] { _ = try await bench.loader.image(for: LoaderBench.request(name)) }
    let pin = try #require(bench.loader.pin(LoaderBench.request("two")))
    pressure.yield(.critical)
    while bench.loader.memory.usage.decodedCount > 1, !Task.isCancelled { await giveWay() }
    #expect(bench.loader.cachedImage(for: LoaderBench.request("two")) != nil)
    withExtendedLifetime(pin) {}
  }
}
