import Foundation
import OpenMarketHTTP
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

@testable import OpenMarket

/// A market whose events go to a socket and a file.
@Suite(.timeLimit(.minutes(5))) struct InspectionTests {
  private let market: TestMarket
  private let folder: TemporaryFolder
  private var socket: URL { folder.url.appending(path: "s") }
  private var file: URL { folder.url.appending(path: "events.jsonl") }

  init() throws {
    market = try TestMarket()
    folder = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
  }

  private func open(patience: Duration = .seconds(3_600)) throws -> Marketplace {
    try market.open {
      $0.inspectorSocket = socket
      $0.eventFile = file
      $0.inspectorPatience = patience
      // Otherwise it may send before the task that sells has told of the queue.
      $0.outbox.startsByItself = false
    }
  }

  /// Everything that comes at a socket until its end.
  static func readAll(_ descriptor: Int32) async -> [JSONValue] {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var data = Data()
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
          let count = unsafe read(descriptor, &bytes, bytes.count)
          guard count > 0 else { break }
          data += bytes[..<count]
        }
        continuation.resume(
          returning: data.split(separator: UInt8(ascii: "\n")).compactMap { try? JSONValue(json: $0) })
      }
    }
  }

  /// The next byte; `nil` at the end. Not on a thread of Swift's own, which may be needed to write it.
  private static func readByte(_ descriptor: Int32) async -> UInt8? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var byte: UInt8 = 0
        continuation.resume(returning: unsafe read(descriptor, &byte, 1) == 1 ? byte : nil)
      }
    }
  }

  private func lines() throws -> [JSONValue] {
    try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map { try JSONValue(json: $0) }
  }

  private func kinds(_ lines: [JSONValue]) -> [String] { lines.compactMap { $0["kind"]?.string } }

  @Test("one read can be followed from its cause to the request, the rows and the result")
  func oneRead() async throws {
    let market = try open()
    _ = try await MarketEvent.withCause("tap") { try await market.product(7, policy: .networkOnly) }
    try await market.close()
    let lines = try lines()
    let events = lines.filter { $0["number"] != nil && $0["cause"] != nil }
    let read = events.filter { $0["cause"]?["name"]?.string == "tap › read product" }
    let tap = read.first?["cause"]?["parent"]?.number
    #expect(tap != nil && read.allSatisfy { $0["cause"]?["parent"]?.number == tap })
    #expect(kinds(read) == ["requestStarted", "requestFinished", "stored", "read"], "\(kinds(read))")
    #expect(Set(read.map { $0["cause"]?["id"]?.number }).count == 1)
    #expect(kinds(lines).first == "hello" && kinds(lines).last == "snapshot")
    #expect(lines.last?["store"]?["products"]?.number == 1)
    let document = try OpenAPIDocument.ofRepository()
    for line in lines {
      #expect(try document.violations(of: line, againstFile: "json/cli-inspect.schema.json") == [])
    }
  }

  @Test("one sale can be followed from the tap to its rows on both sides")
  func oneSale() async throws {
    let market = try open()
    try await MarketEvent.withCause("tap") {
      let new = NewListing(name: "비밀의 의자", description: "아무도 모르는 의자입니다.", price: 45_000)
      _ = try await market.sell(new, photos: [PhotoUpload(SamplePhoto.pixel)])
    }
    _ = try await market.outbox.deliver()
    try await market.close()
    let lines = try lines()
    let steps = lines.filter { $0["kind"]?.string == "submission" }
    #expect(steps.map { $0["outcome"]?.string } == ["queued", "sending", "accepted"])
    #expect(steps.map { $0["submission"]?.number } == [1, 1, 1])
    #expect(steps.map { $0["product"]?.number } == [-1, -1, 101])
    #expect(steps.first?["cause"]?["name"]?.string == "tap")
    let delivery = steps.last?["cause"]?["id"]?.number
    #expect(delivery == steps[1]["cause"]?["id"]?.number)
    let sent = lines.filter { $0["cause"]?["id"]?.number == delivery && $0["method"]?.string == "POST" }
    #expect(kinds(sent) == ["requestStarted", "requestFinished"] && sent.last?["status"]?.number == 201)
    let text = try String(contentsOf: file, encoding: .utf8)
    for secret in ["비밀", "의자", "아무도", "45000", "pixel"] { #expect(!text.contains(secret)) }
  }

  @Test("a photo is followed from the network to memory, and the snapshot has the size of what is in memory")
  func onePhoto() async throws {
    let market = try market.open { ($0.tracesEvents, $0.eventFile) = (true, file) }
    let products = try await market.products(page: 1, size: 100).value.products
    let url = try #require(products.compactMap(\.thumbnail).first { $0.pathExtension == "jpg" })
    let loaded = try await MarketEvent.withCause("tap") {
      try await market.images.image(at: url, fitting: .pixels(60))
    }
    let again = try await MarketEvent.withCause("back") {
      try await market.images.image(at: url, fitting: .pixels(60))
    }
    #expect(loaded == again)
    let usage = market.images.memory.usage
    try await market.close()
    let records = await market.events.reduce(into: [EventRecord]()) { records, event in
      if event.kind == .image { records.append(event.record) }
    }
    #expect(
      records.map { "\($0.cause?.name ?? "") \($0.outcome ?? "")" }
        == ["tap downloadStarted", "tap downloadFinished", "tap decoded", "back memoryHit"])
    #expect(records.map { ($0.bytes ?? 0) > 0 } == [false, true, false, false])
    #expect(records.map(\.count) == [1, nil, 1, 1])
    #expect(records.allSatisfy { $0.failure == nil })

    // As `market inspect` reads it.
    let lines = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).compactMap(InspectedLine.init)
    guard case .snapshot(let snapshot)? = lines.last else {
      Issue.record("\(lines)")
      return
    }
    let images = try #require(snapshot.images)
    #expect(images.count == 1 && images.bytes == usage.decodedBytes && images.bytes >= loaded.bytes.count)
    #expect(try !String(contentsOf: file, encoding: .utf8).contains(url.lastPathComponent))
  }

  @Test("two inspectors see the same, from the oldest event on, also one that comes later")
  func two() async throws {
    let market = try open()
    let early = try LocalSocket.connect(to: socket)
    async let first = Self.readAll(early)
    _ = try await market.products(policy: .networkOnly)
    let late = try LocalSocket.connect(to: socket)
    async let second = Self.readAll(late)
    _ = try await market.search("의자", policy: .cacheOnly)
    try await market.close()
    let (one, other) = await (first, second)
    let numbers = one.compactMap { $0["number"]?.number }
    #expect(!numbers.isEmpty && numbers == numbers.sorted())
    #expect(numbers == other.compactMap { $0["number"]?.number })
    #expect(kinds(one).contains("searched") && kinds(one).first == "hello")
    for descriptor in [early, late] { close(descriptor) }
    #expect(!FileManager.default.fileExists(atPath: socket.path), "the socket goes with the market")
  }

  @Test("one that never reads misses events, is told how many, and keeps nobody waiting")
  func neverReads() async throws {
    let market = try open()
    let lazy = try LocalSocket.connect(to: socket)
    let dead = try LocalSocket.connect(to: socket)
    close(dead)
    // It has been accepted, and its buffer is about to be full.
    #expect(await Self.readByte(lazy) != nil)
    for number in 0..<40_000 {
      market.reader.events.trace(.stored) { ($0.outcome, $0.count) = ("products", number) }
    }
    async let lines = Self.readAll(lazy)
    try await market.close()
    let all = await lines
    close(lazy)
    let missed = all.compactMap { $0["kind"]?.string == "dropped" ? $0["count"]?.number : nil }.reduce(0, +)
    let numbers = all.compactMap { $0["number"]?.number }
    let gaps = zip(numbers.dropFirst(), numbers).map { $0 - $1 - 1 }.reduce(0, +)
    #expect(missed > 0 && missed == gaps, "\(missed) \(gaps)")
    #expect(numbers == numbers.sorted())
  }

  @Test("an inspector that neither reads nor goes is cut off after the end")
  func stuck() async throws {
    let market = try open(patience: .milliseconds(10))
    let lazy = try LocalSocket.connect(to: socket)
    for number in 0..<20_000 {
      market.reader.events.trace(.stored) { ($0.outcome, $0.count) = ("products", number) }
    }
    try await market.close()
    close(lazy)
  }

  @Test("a fifth inspector is turned away, and one that goes makes room")
  func tooMany() async throws {
    let market = try open()
    var inspectors = try (0..<4).map { _ in try LocalSocket.connect(to: socket) }
    for inspector in inspectors { #expect(await Self.readByte(inspector) != nil) }
    let fifth = try LocalSocket.connect(to: socket)
    #expect(await Self.readByte(fifth) == nil)
    close(fifth)
    close(inspectors.removeLast())
    var isIn = false
    while !isIn, !Task.isCancelled {
      await giveWay()
      let next = try LocalSocket.connect(to: socket)
      isIn = await Self.readByte(next) != nil
      inspectors.append(next)
    }
    #expect(isIn)
    async let closed: Void = market.close()
    for inspector in inspectors { close(inspector) }
    try await closed
  }

  @Test("a file is written to its end before a market is closed, however long that takes")
  func slowFile() async throws {
    let events = MarketEvents()
    let (opened, open) = AsyncStream.makeStream(of: Never.self)
    let server = try #require(URL(string: "http://market.test"))
    let feed = InspectionFeed(events: events, hello: InspectionHello(server: server)) {
      for await _ in opened {}
      return InspectionSnapshot(date: "", outbox: [])
    }
    let inspection = try Inspection(file: file, limit: 1 << 20, socket: nil, patience: .zero)
    inspection.begin(feed, wait: .zero)
    events.finish()
    async let closed: Void = inspection.close(canRead: true)
    for _ in 0..<100 { await giveWay() }
    open.finish()
    await closed
    #expect(try kinds(lines()) == ["hello", "snapshot", "snapshot"])
  }

  @Test("a market that is closed while it is suspended does not wait for what cannot be read")
  func closedWhileSuspended() async throws {
    let market = try open(patience: .zero)
    _ = try await market.product(7, policy: .networkOnly)
    try await eventually { try kinds(lines()).contains("read") }
    await market.suspend(gracePeriod: .zero)
    try await market.close()
  }

  @Test("a file that is full is told of as an event, holds whole lines, and stops nothing else")
  func fullFile() async throws {
    let market = try market.open {
      $0.eventFile = file
      $0.eventFileLimit = 2_000
    }
    let events = market.events
    for number in Int64(1)...20 {
      _ = try await market.product(Product.ID(rawValue: number), policy: .networkOnly)
    }
    let full = await events.first { $0.kind == .storeFailed }
    #expect((full?.error as? StoreError)?.code == .diskFull)
    #expect(full?.reason.contains("events") == true)
    _ = try await market.product(30, policy: .networkOnly)
    try await market.close()
    #expect(market.eventFileFailure?.code == .diskFull)
    let data = try Data(contentsOf: file)
    #expect(data.count <= 2_000 && data.last == UInt8(ascii: "\n"))
    #expect(try kinds(lines()).first == "hello")
  }

  @Test("files and sockets that cannot be made end the opening of a market before its store is made")
  func cannotBeMade() throws {
    try Data().write(to: file)
    #expect(throws: HTTPError.self) { _ = try open() }
    #expect(!FileManager.default.fileExists(atPath: market.folder.url.appending(path: "user.db").path))
    #expect(throws: HTTPError.self) {
      _ = try market.open { $0.inspectorSocket = folder.url.appending(path: "no/s") }
    }
  }

  @Test(
    "gaps between numbers are counted, what was before the first is not",
    arguments: [
      ([1, 2, 3], [0, 0, 0]), ([5, 6], [0, 0]), ([1, 4, 5, 9], [0, 2, 0, 3]), ([3, 2, 4], [0, 0, 1]),
    ] as [([UInt64], [UInt64])])
  func gaps(numbers: [UInt64], expected: [UInt64]) {
    var counter = GapCounter()
    #expect(numbers.map { counter.note($0) } == expected)
  }
}
