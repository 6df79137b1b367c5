import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketImages
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@Suite("ImageLoader: downloads", .timeLimit(.minutes(5))) struct ImageLoaderDownloadTests {
  private let file = StubDecoder.file(length: 10_000)

  /// A load whose first download breaks in the middle.
  private func brokenLoad(in bench: LoaderBench) async -> ImageLoad<DecodedImage> {
    let load = bench.loader.load(LoaderBench.request())
    let first = await bench.source.exchange(0)
    #expect(first.fields[.range] == nil)
    first.begin(200, [.eTag: "\"v1\"", .contentLength: "10000"])
    first.send(file.prefix(4000))
    first.end(HTTPError(fault: .connectionLost, "reset"))
    return load
  }

  @Test("a download that breaks goes on where it broke, if the file is still the same")
  func resumes() async throws {
    let bench = LoaderBench()
    let load = await brokenLoad(in: bench)
    let second = await bench.source.exchange(1)
    #expect(second.fields[.range] == "bytes=4000-")
    #expect(second.fields[.ifRange] == "\"v1\"")
    second.begin(206, [.contentRange: "bytes 4000-9999/10000", .eTag: "\"v1\"", .contentLength: "6000"])
    second.send(file.dropFirst(4000))
    second.end()
    let image = try await load.value
    #expect(image.width == 100 && !image.isPartial)
    #expect(bench.loader.counters.resumptions == 1)
    #expect(bench.loader.counters.downloadedBytes == 10_000)
  }

  @Test("when the file has changed meanwhile, its new bytes replace the old")
  func changedMeanwhile() async throws {
    let bench = LoaderBench()
    let load = await brokenLoad(in: bench)
    await bench.source.exchange(1).respond(StubDecoder.file(600, 600), [.eTag: "\"v2\""])
    #expect(try await load.value.sourceSize == PixelSize(width: 600, height: 600))
  }

  @Test(
    "a part of another file, or another part, is not glued on",
    arguments: [
      ["bytes 3000-9999/10000", "\"v1\""], ["bytes 4000-9999/10000", "\"v2\""], ["nonsense", "\"v1\""],
    ])
  func wrongPart(fields: [String]) async throws {
    let bench = LoaderBench()
    let load = await brokenLoad(in: bench)
    await bench.source.exchange(1).begin(206, [.contentRange: fields[0], .eTag: fields[1]])
    let third = await bench.source.exchange(2)
    #expect(third.fields[.range] == nil)
    third.respond(file)
    #expect(try await load.value.isPartial == false)
  }

  @Test("a whole file that the server calls a part of itself is taken")
  func wholeAsPart() async throws {
    let bench = LoaderBench()
    let load = bench.loader.load(LoaderBench.request())
    let first = await bench.source.exchange(0)
    #expect(first.fields[.range] == nil)
    first.begin(206, [.contentRange: "bytes 0-9999/10000", .eTag: "\"v1\""])
    first.send(file)
    first.end()
    #expect(try await load.value.isPartial == false)
    #expect(bench.source.count == 1 && bench.loader.counters.resumptions == 0)
  }

  @Test("a whole file that is called a part, and breaks, goes on where it broke")
  func wholeAsPartResumes() async throws {
    let bench = LoaderBench()
    let load = bench.loader.load(LoaderBench.request())
    let first = await bench.source.exchange(0)
    first.begin(206, [.contentRange: "bytes 0-9999/10000", .eTag: "\"v1\""])
    first.send(file.prefix(4000))
    first.end()
    let second = await bench.source.exchange(1)
    #expect(second.fields[.range] == "bytes=4000-")
    second.begin(206, [.contentRange: "bytes 4000-9999/10000", .eTag: "\"v1\""])
    second.send(file.dropFirst(4000))
    second.end()
    #expect(try await load.value.isPartial == false)
  }

  @Test(
    "a part without a request for one is refused, if it is not the whole",
    arguments: ["0-9998/10000", "0-9999/*"])
  func unwantedPart(range: String) async throws {
    let bench = LoaderBench(
      StubSource { [file] exchange in
        exchange.begin(206, [.contentRange: "bytes \(range)"])
        exchange.send(file)
        exchange.end()
      })
    let error = await #expect(throws: ImageError.self) {
      try await bench.loader.image(for: LoaderBench.request())
    }
    #expect(error?.code == .network && bench.source.count == 2)
  }

  @Test("a cancelled download goes on when the image is wanted again")
  func resumesAfterCancel() async throws {
    let bench = LoaderBench()
    var load: ImageLoad<DecodedImage>? = bench.loader.load(LoaderBench.request())
    let first = await bench.source.exchange(0)
    first.begin(200, [.lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", .contentLength: "10000"])
    first.send(file.prefix(5000))
    while bench.loader.counters.downloads == 0, !Task.isCancelled { await giveWay() }
    await first.read()
    load = nil
    await bench.log.wait(for: .downloadCancelled)
    let again = bench.loader.load(LoaderBench.request())
    let second = await bench.source.exchange(1)
    #expect(second.fields[.range] == "bytes=5000-")
    #expect(second.fields[.ifRange] == "Sun, 06 Nov 1994 08:49:37 GMT")
    second.begin(206, [.contentRange: "bytes 5000-9999/10000"])
    second.send(file.dropFirst(5000))
    second.end()
    _ = try await again.value
    _ = load
  }

  @Test("a download that was cancelled with its last byte asks for that one, not for a part behind the end")
  func cancelledAtTheEnd() async throws {
    let bench = LoaderBench()
    let load = bench.loader.load(LoaderBench.request())
    let first = await bench.source.exchange(0)
    first.begin(200, [.eTag: "\"v1\"", .contentLength: "10000"])
    first.send(file)
    await first.read()
    load.cancel()
    await bench.log.wait(for: .downloadCancelled)
    let again = bench.loader.load(LoaderBench.request())
    let second = await bench.source.exchange(1)
    #expect(second.fields[.range] == "bytes=9999-")
    second.begin(206, [.contentRange: "bytes 9999-9999/10000", .eTag: "\"v1\""])
    second.send(file.suffix(1))
    second.end()
    #expect(try await again.value.isPartial == false)
  }

  @Test("a server that gives less than it announces is asked again, and never believed")
  func announcesTooMuch() async throws {
    let folder = try TemporaryFolder()
    let bench = LoaderBench(
      StubSource { [file] exchange in exchange.respond(file, [.contentLength: "20000"]) }
    ) {
      $0.disk = try? DiskImageCache(folder: folder.url)
      $0.maxResumptions = 2
    }
    let error = await #expect(throws: ImageError.self) {
      try await bench.loader.image(for: LoaderBench.request())
    }
    #expect(error?.code == .network)
    #expect(bench.source.count == 3)
    #expect(bench.decoder.passes.isEmpty)
    #expect(bench.loader.disk?.usage.count == 0)
  }

  @Test("a server that gives more than it announces is not believed either")
  func announcesTooLittle() async throws {
    let bench = LoaderBench(
      StubSource { [file] exchange in exchange.respond(file, [.contentLength: "5000", .eTag: "\"x\""]) }
    ) { $0.maxResumptions = 1 }
    let error = await #expect(throws: ImageError.self) {
      try await bench.loader.image(for: LoaderBench.request())
    }
    #expect(error?.code == .network)
    #expect(bench.source.count == 2)
  }

  @Test("a length says nothing about a body that is encoded")
  func encodedBody() async throws {
    let bench = LoaderBench(
      StubSource { [file] exchange in
        exchange.respond(file, [.contentLength: "300", .contentEncoding: "gzip", .eTag: "\"x\""])
      })
    #expect(try await bench.loader.image(for: LoaderBench.request()).width == 100)
  }

  @Test(
    "a file beyond the limit is refused at its announced length, or when it gets there",
    arguments: [true, false])
  func tooLong(isAnnounced: Bool) async throws {
    let bench = LoaderBench { $0.decoding.fileBytes = 50_000 }
    let load = bench.loader.load(LoaderBench.request())
    let exchange = await bench.source.exchange(0)
    exchange.begin(200, isAnnounced ? [.contentLength: "50001"] : [:])
    if !isAnnounced { for _ in 0..<6 { exchange.send(file) } }
    let error = await #expect(throws: ImageError.self) { try await load.value }
    #expect(error?.code == .tooLarge)
    await exchange.abandoned()
  }

  @Test(
    "the transport has the limit of a file, too: what has come and was not read yet is in memory",
    arguments: [true, false])
  func transportLimit(isAnnounced: Bool) async throws {
    let reply = ScriptedTransport.Reply.perform { _ in
      let refusal = HTTPError(fault: .responseTooLarge, "longer than the limit")
      if isAnnounced { throw refusal }
      let body = AsyncThrowingStream<Data, any Error> { chunks in
        chunks.yield(Data(count: 100))
        chunks.finish(throwing: refusal)
      }
      return TransportResponse(head: HTTPResponse(status: .ok), body: .stream(body))
    }
    let stub = ScriptedTransport.Stub.get("/chair.jpg", reply) { #expect($0.responseLimit == 50_000) }
    try await ScriptedTransport.play([stub]) { transport in
      let photo = LoaderBench.url("chair")
      let client = try HTTPClient(server: photo, transport: transport)
      let loader = ImageLoader(client: client) { $0.decoding.fileBytes = 50_000 }
      let error = await #expect(throws: ImageError.self) {
        try await loader.image(at: photo, fitting: .pixels(100))
      }
      #expect(error?.code == .tooLarge)
    }
  }

  @Test("a page of HTML instead of an image ends the download at its beginning")
  func html() async throws {
    let bench = LoaderBench()
    let load = bench.loader.load(LoaderBench.request())
    let exchange = await bench.source.exchange(0)
    exchange.begin(200, [.contentType: "image/jpeg", .contentLength: "1000000"])
    exchange.send(Data(String(repeating: "<html>", count: 1000).utf8))
    let error = await #expect(throws: ImageError.self) { try await load.value }
    #expect(error?.code == .notAnImage)
    await exchange.abandoned()
    // And it is not asked for again at once.
    await #expect(throws: ImageError.self) { try await bench.loader.image(for: LoaderBench.request()) }
    #expect(bench.source.count == 1)
  }

  @Test("a server that drips is given up when the time is over")
  func timeout() async throws {
    let bench = LoaderBench { $0.downloadTimeout = .seconds(60) }
    let load = bench.loader.load(LoaderBench.request())
    let exchange = await bench.source.exchange(0)
    exchange.begin()
    exchange.send(file.prefix(10))
    await bench.clock.sleepers(atLeast: 1)
    bench.clock.advance(by: .seconds(60))
    let error = await #expect(throws: ImageError.self) { try await load.value }
    #expect(error?.code == .timedOut)
    await exchange.abandoned()
  }

  @Test("a slow download that goes on steadily is not given up, but continued")
  func slowNetwork() async throws {
    let file = StubDecoder.file(length: 600_000)
    let bench = LoaderBench { $0.downloadTimeout = .seconds(60) }
    let load = bench.loader.load(LoaderBench.request())
    let first = await bench.source.exchange(0)
    first.begin(200, [.eTag: "\"v1\"", .contentLength: "600000"])
    first.send(file.prefix(300_000))
    await first.read()
    await bench.clock.sleepers(atLeast: 1)
    bench.clock.advance(by: .seconds(60))
    let second = await bench.source.exchange(1)
    #expect(second.fields[.range] == "bytes=300000-")
    second.begin(206, [.contentRange: "bytes 300000-599999/600000", .eTag: "\"v1\""])
    second.send(file.dropFirst(300_000))
    second.end()
    #expect(try await load.value.isPartial == false)
  }

  @Test("the download of a progressive file ends at the scan that suffices, and goes on for a larger size")
  func earlyFinish() async throws {
    let progressive = StubDecoder.file(sufficient: 30_000, length: 100_000)
    let bench = LoaderBench()
    let load = bench.loader.load(LoaderBench.request("chair", 100))
    let first = await bench.source.exchange(0)
    first.begin(200, [.eTag: "\"v1\"", .contentLength: "100000"])
    for start in stride(from: 0, to: 45_000, by: 5000) { first.send(progressive[start..<start + 5000]) }
    #expect(try await load.value.width == 100)
    await first.abandoned()
    #expect(bench.loader.counters.earlyFinishes == 1)
    let large = bench.loader.load(LoaderBench.request("chair", 800))
    let second = await bench.source.exchange(1)
    let range = try #require(second.fields[.range])
    let start = try #require(Int(range.dropFirst(6).dropLast()))
    #expect((30_000...45_000).contains(start) && second.fields[.ifRange] == "\"v1\"")
    second.begin(206, [.contentRange: "bytes \(start)-99999/100000", .eTag: "\"v1\""])
    second.send(progressive.dropFirst(start))
    second.end()
    #expect(try await large.value.width == 800)
  }

  #if os(Linux)
    @Test("a real progressive file ends the download early, and its picture is that of the whole file")
    func earlyFinishOfRealFile() async throws {
      let file = JPEGSample.make(Picture.photo(width: 600, height: 450), quality: 95, isProgressive: true)
      let decoder = SystemImageDecoder()
      let target = ImageTarget.pixels(60)
      let length = try #require(decoder.sufficientLength(of: file, for: [target]))
      // The loader looks every 8 KB, or every eighth of what is there.
      let enough = length + max(8192, length / 8) + 1024
      try #require(enough < file.count)
      let bench = LoaderBench { $0.decoder = SystemImageDecoder() }
      let load = bench.loader.load(LoaderBench.request("chair", 60))
      let exchange = await bench.source.exchange(0)
      exchange.begin(200, [.contentLength: "\(file.count)"])
      for start in stride(from: 0, to: enough, by: 1024) {
        exchange.send(file[start..<min(start + 1024, enough)])
      }
      // Nothing more is sent: the picture comes all the same.
      let image = try await load.value
      await exchange.abandoned()
      #expect(image == (try decoder.decode(file, target: target)))
      #expect(!image.isPartial)
      #expect(bench.loader.counters.earlyFinishes == 1)
    }
  #endif

  @Test("a progressive file is read to its end when one of the sizes needs it")
  func noEarlyFinishForLarge() async throws {
    let progressive = StubDecoder.file(sufficient: 30_000, length: 100_000)
    let bench = LoaderBench()
    let loads = [100, 800].map { bench.loader.load(LoaderBench.request("chair", $0)) }
    let exchange = await bench.source.exchange(0)
    exchange.begin(200, [.contentLength: "100000"])
    exchange.send(progressive)
    exchange.end()
    for load in loads { _ = try await load.value }
    #expect(bench.loader.counters.earlyFinishes == 0 && bench.source.count == 1)
    #expect(bench.loader.counters.downloadedBytes == 100_000)
  }
}
