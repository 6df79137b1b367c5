import Foundation
import OpenMarketHTTP
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarket
@testable import OpenMarketStore

/// The socket of inspectors while a market is suspended.
@Suite(.timeLimit(.minutes(5))) struct InspectionSuspensionTests {
  private let market: TestMarket
  private let folder: TemporaryFolder
  private var socket: URL { folder.url.appending(path: "s") }

  init() throws {
    market = try TestMarket()
    folder = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
  }

  private func open(patience: Duration = .seconds(3_600)) throws -> Marketplace {
    try market.open { ($0.inspectorSocket, $0.inspectorPatience) = (socket, patience) }
  }

  /// Whether there is anything by the name of the socket, also open without a file: in this process, as a child that another
  /// test starts has everything open until it becomes another program.
  private func isThere() throws -> Bool {
    #if os(Linux)
      let table = try String(contentsOfFile: "/proc/net/unix", encoding: .utf8)
      let numbers = table.split(separator: "\n").filter { $0.hasSuffix(" \(socket.path)") }
        .compactMap { $0.split(separator: " ").dropFirst(6).first }
      let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }
      guard !numbers.contains(where: { files.contains("socket:[\($0)]") }) else { return true }
    #endif
    return FileManager.default.fileExists(atPath: socket.path)
  }

  private func kinds(_ lines: [JSONValue]) -> [String] { lines.compactMap { $0["kind"]?.string } }

  @Test("a suspended market has no socket, whether one was connected or not; afterwards it listens again")
  func released() async throws {
    let market = try open()
    for isFollowed in [true, false, true] {
      let inspector = isFollowed ? try LocalSocket.connect(to: socket) : nil
      async let lines = inspector.mapAsync(InspectionTests.readAll)
      #expect(try isThere())
      await market.suspend(gracePeriod: .zero)
      #expect(try !isThere())
      #expect(throws: HTTPError.self) { _ = try LocalSocket.connect(to: socket) }
      await market.resume()
      _ = await lines
      inspector.map { _ = close($0) }
    }
    close(try LocalSocket.connect(to: socket))
    try await market.close()
    #expect(try !isThere())
  }

  @Test(
    "an inspector is told of the suspension before its connection ends, and sees the same events afterwards")
  func told() async throws {
    let market = try open()
    _ = try await market.product(7, policy: .networkOnly)
    for round in 1...2 {
      let inspector = try LocalSocket.connect(to: socket)
      async let lines = InspectionTests.readAll(inspector)
      await market.suspend(gracePeriod: .zero)
      let seen = kinds(await lines)
      close(inspector)
      #expect(seen.suffix(2) == ["suspended", "snapshot"], "\(seen)")
      #expect(seen.contains("read") && seen.count { $0 == "suspended" } == round, "\(seen)")
      #expect(seen.count { $0 == "resumed" } == round - 1, "\(seen)")
      await market.resume()
    }
    try await market.close()
  }

  @Test("calls may come repeatedly and in any order: the socket is there unless the last one suspends")
  func anyOrder() async throws {
    let market = try open()
    await market.resume()
    close(try LocalSocket.connect(to: socket))
    await market.suspend(gracePeriod: .zero)
    await market.suspend(gracePeriod: .zero)
    #expect(try !isThere())
    await market.resume()
    await market.resume()
    close(try LocalSocket.connect(to: socket))
    await market.suspend(gracePeriod: .zero)
    try await market.close()
    #expect(try !isThere())
  }

  @Test("an inspector that does not read is cut off, and holds nothing up")
  func stuck() async throws {
    let market = try open(patience: .milliseconds(10))
    let lazy = try LocalSocket.connect(to: socket)
    for number in 0..<20_000 {
      market.reader.events.trace(.stored) { ($0.outcome, $0.count) = ("products", number) }
    }
    await market.suspend(gracePeriod: .zero)
    #expect(try !isThere())
    close(lazy)
    try await market.close()
  }

  @Test("reads without an end, which those for an inspector wait for, hold no suspension up")
  func longReads() async throws {
    let market = try open(patience: .milliseconds(10))
    let begun = Counter()
    let reads = (1...8).map { _ in
      Task {
        try await market.store.readUser { db in
          begun.increment()
          return try db.firstRow(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
          ) { $0.int64(0) }
        }
      }
    }
    while begun.count < 8, !Task.isCancelled { await giveWay() }
    let inspector = try LocalSocket.connect(to: socket)
    let count = { market.store.files.user.readsUnderWay.load(ordering: .relaxed) }
    while count() < 9, !Task.isCancelled { await giveWay() }
    await market.suspend(gracePeriod: .zero)
    #expect(try !isThere())
    for read in reads { read.cancel() }
    for read in reads { await #expect(throws: (any Error).self) { try await read.value } }
    close(inspector)
    try await market.close()
  }

  @Test("a market whose socket cannot be made again goes on, with an event of that; the next time it may be")
  func cannotBeMade() async throws {
    let market = try open()
    let events = market.events
    await market.suspend(gracePeriod: .zero)
    let other = try LocalSocket.listen(at: socket)
    await market.resume()
    let failure = await events.first { $0.kind == .storeFailed }?.error as? StoreError
    #expect(failure?.code == .notPermitted)
    #expect(failure?.message.contains("another process listens there") == true)
    #expect(try await market.products(page: 1).value.products.count > 0)
    await market.suspend(gracePeriod: .zero)
    #expect(try isThere(), "what another has made stays")
    close(other)
    try await eventually { (try? LocalSocket.connect(to: socket)).map { _ = close($0) } == nil }
    await market.resume()
    close(try LocalSocket.connect(to: socket))
    try await market.close()
  }
}

extension Optional {
  fileprivate func mapAsync<Value>(_ transform: (Wrapped) async -> Value) async -> Value? {
    guard let self else { return nil }
    return await transform(self)
  }
}
