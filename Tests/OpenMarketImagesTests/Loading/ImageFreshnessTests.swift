import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketImages
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@Suite("ImageLoader: files that change", .timeLimit(.minutes(5))) struct ImageFreshnessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func bench(
    _ source: StubSource, contents: ImageLoader.DiskContents = .originals
  ) -> LoaderBench {
    LoaderBench(source) {
      $0.disk = try? DiskImageCache(folder: folder.url, date: $0.time.date)
      $0.diskContents = contents
    }
  }

  /// Puts the file of `chair` on disk.
  private func fillDisk(_ fields: HTTPFields) async {
    let bench = bench(StubSource { $0.respond(StubDecoder.file(), fields) })
    _ = await bench.loader.prefetch([LoaderBench.request()], onlyToDisk: true).value
  }

  @Test(
    "a confirmed file is fresh for as long as the confirmation says",
    arguments: [("no-cache", 0, 2), ("max-age=60", 59, 1), ("max-age=60", 60, 2)] as [(String, Double, Int)])
  func confirmed(control: String, age: TimeInterval, requests: Int) async throws {
    await fillDisk([.eTag: "\"v1\"", .cacheControl: "no-cache"])
    let bench = bench(StubSource { $0.begin(304, [.eTag: "\"v1\"", .cacheControl: control]) })
    for _ in 0..<2 {
      _ = try await bench.loader.image(for: LoaderBench.request())
      bench.loader.memory.removeAll()
      bench.age(by: age)
    }
    #expect(bench.source.count == requests)
  }

  @Test(
    "a file is fresh for as long as the server and the caches on the way say",
    arguments: [
      ([.cacheControl: "max-age=60", .age: "50"], 10), ([.cacheControl: "max-age=60", .age: "90"], 0),
      ([.expires: "Fri, 15 Jan 2027 08:10:00 GMT"], 600), ([.expires: "0"], 0), ([.expires: "-1"], 0),
      ([.expires: "Thu, 19 Nov 1981 08:52:00 GMT"], 0),
      ([.expires: "Fri, 15 Jan 2027 08:10:00 GMT", .cacheControl: "max-age=60"], 60),
      // The server's clock is an hour behind.
      ([.expires: "Fri, 15 Jan 2027 07:10:00 GMT", .date: "Fri, 15 Jan 2027 07:00:00 GMT"], 600),
      ([:], 86_400), ([.age: "90000"], 86_400),
    ] as [(HTTPFields, TimeInterval)])
  func lifetimes(fields: HTTPFields, lifetime: TimeInterval) async throws {
    await fillDisk(fields)
    let bench = bench(StubSource { $0.respond(StubDecoder.file()) }, contents: [])
    bench.age(by: max(0, lifetime - 1))
    _ = try await bench.loader.image(for: LoaderBench.request())
    #expect(bench.source.count == (lifetime > 0 ? 0 : 1))
    bench.loader.memory.removeAll()
    bench.age(by: 1)
    _ = try await bench.loader.image(for: LoaderBench.request())
    #expect(bench.source.count == (lifetime > 0 ? 1 : 2))
  }

  @Test(
    "when a file has changed, no size of the old one is displayed any more, in this launch or a later one",
    arguments: [ImageLoader.DiskContents.originals, .all])
  func otherSizes(contents: ImageLoader.DiskContents) async throws {
    await fillDisk([.eTag: "\"v1\""])
    let changed = StubSource { $0.respond(StubDecoder.file(500, 500), [.eTag: "\"v2\""]) }
    do {
      let bench = bench(changed, contents: contents)
      for size in [200, 100] { _ = try await bench.loader.image(for: LoaderBench.request("chair", size)) }
      await bench.loader.pause()
    }
    let bench = bench(changed, contents: contents)
    _ = try await bench.loader.image(for: LoaderBench.request(policy: .revalidate))
    for size in [200, 100] {
      let image = try await bench.loader.image(for: LoaderBench.request("chair", size))
      #expect(image.sourceSize.width == 500)
    }
    #expect(bench.source.count == 1)
  }

  @Test(
    "a photo is fresh for no longer when the calendar, years ahead, is set right before it is on disk",
    arguments: [0, 14 * 365 * 86_400] as [TimeInterval])
  func setRight(lead: TimeInterval) async throws {
    let first = bench(StubSource(LoaderBench.automatic), contents: .thumbnails)
    first.age(by: lead)
    first.decoder.hold()
    async let image = first.loader.image(for: LoaderBench.request())
    await first.decoder.held()
    first.age(by: -lead)
    first.decoder.release()
    _ = try await image
    await first.loader.pause()
    // Fresh for a day, when the server says nothing.
    for (age, requests) in [(86_399.0, 0), (86_401, 1)] {
      let later = bench(StubSource(LoaderBench.automatic), contents: .thumbnails)
      later.age(by: age)
      _ = try await later.loader.image(for: LoaderBench.request())
      #expect(later.source.count == requests, "after \(age) s")
    }
  }

  @Test("a photo that was not used for longer than the age limit is asked for again, and displayed offline")
  func beyondAgeLimit() async throws {
    await fillDisk([.eTag: "\"v1\"", .cacheControl: "max-age=31536000"])
    let offline = bench(StubSource { $0.refuse(503, .unreachable) })
    offline.age(by: 31 * 86_400)
    #expect(try await offline.loader.image(for: LoaderBench.request()).sourceSize.width == 1200)
    #expect(offline.source.count == 1 && offline.log.events.contains { $0.kind == .servedStale })
  }

  @Test("a small cache keeps thumbnails of files that are too large for it")
  func smallCache() async throws {
    let source = StubSource { $0.respond(StubDecoder.file(length: 310_000)) }
    for _ in 0..<2 {
      let bench = LoaderBench(source) {
        $0.disk = try? DiskImageCache(folder: folder.url, byteLimit: 2 << 20)
      }
      #expect(try await bench.loader.image(for: LoaderBench.request()).width == 100)
      await bench.loader.pause()
    }
    #expect(source.count == 1)
  }

  @Test("an old file is better than a page in its place, such as that of a network's sign-in")
  func pageInPlace() async throws {
    await fillDisk([.eTag: "\"v1\"", .cacheControl: "max-age=1"])
    let page = Data("<html>Sign in</html>".utf8)
    let bench = bench(StubSource { $0.respond(page) })
    bench.age(by: 1000)
    #expect(try await bench.loader.image(for: LoaderBench.request()).sourceSize.width == 1200)
    #expect(bench.log.events.contains { $0.kind == .servedStale })
    bench.loader.memory.removeAll()
    _ = try await bench.loader.image(for: LoaderBench.request())
    #expect(bench.source.count == 2, "it is not taken for confirmed")
  }

  @Test("a file that turns out to be cut off is not kept on disk")
  func cutFile() async throws {
    let bench = bench(
      StubSource { exchange in
        // No length: it is as if the connection had been closed at the end.
        exchange.begin(200, [.eTag: "\"v1\""])
        exchange.send(StubDecoder.file() + Data([0]))
        exchange.end()
      }, contents: .all)
    #expect(try await bench.loader.image(for: LoaderBench.request()).isPartial)
    await bench.loader.pause()
    #expect(bench.loader.disk?.usage.count == 0)
  }

  /// One image, whose address is signed anew from time to time.
  private func signed(_ signature: String) throws -> ImageRequest {
    let url = try #require(URL(string: "https://images.example/chair.jpg?signature=\(signature)"))
    return ImageRequest(url, fitting: .pixels(100), identity: "chair")
  }

  @Test("a refusal of one signature is none of the next one for the same image")
  func signature() async throws {
    let bench = bench(
      StubSource { exchange in
        if exchange.url.query() == "signature=old" {
          exchange.refuse(403, .forbidden)
        } else {
          exchange.respond(StubDecoder.file())
        }
      })
    for _ in 0..<2 {
      await #expect(throws: ImageError.self) { try await bench.loader.image(for: signed("old")) }
    }
    #expect(bench.source.count == 1, "the refusal is remembered")
    #expect(try await bench.loader.image(for: signed("new")).width == 100)
  }

  @Test("a file whose signature was refused is confirmed with the next one, and need not come again")
  func signedFile() async throws {
    let bench = bench(StubSource())
    let first = try bench.loader.load(signed("one"))
    await bench.source.exchange(0).respond(StubDecoder.file(), [.eTag: "\"v1\"", .cacheControl: "no-cache"])
    _ = try await first.value
    await bench.loader.pause()
    bench.loader.memory.removeAll()
    let second = try bench.loader.load(signed("one"))
    await bench.source.exchange(1).refuse(403, .forbidden)
    await #expect(throws: ImageError.self) { try await second.value }
    let third = try bench.loader.load(signed("two"))
    let exchange = await bench.source.exchange(2)
    #expect(exchange.fields[.ifNoneMatch] == "\"v1\"")
    exchange.begin(304)
    #expect(try await third.value.width == 100)
  }

  @Test("the formats that are decoded are asked for, and others at worst")
  func accepted() async throws {
    let bench = bench(StubSource(LoaderBench.automatic))
    _ = try await bench.loader.image(for: LoaderBench.request())
    let accepted = await bench.source.exchange(0).fields[.accept]
    let webP = SystemImageDecoder.supports(.webP) ? "image/webp, " : ""
    #expect(accepted == "image/jpeg, image/png, \(webP)image/gif, image/*;q=0.8, */*;q=0.5")
  }

  @Test("who asks with a new signature while the old one is refused gets the image")
  func signatureMeanwhile() async throws {
    let bench = bench(StubSource())
    let old = try bench.loader.load(signed("old"))
    let first = await bench.source.exchange(0)
    let new = try bench.loader.load(signed("new"))
    first.refuse(403, .forbidden)
    let second = await bench.source.exchange(1)
    #expect(second.url.query() == "signature=new")
    second.respond(StubDecoder.file())
    for load in [old, new] { #expect(try await load.value.width == 100) }
  }
}
