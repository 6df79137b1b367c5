import Foundation
import MockServerNIO
import OpenMarket
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

/// A market that goes to the background and returns.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SuspensionTests {
  #if os(Linux)
    @Test("a suspended process holds no lock and no connection; afterwards it sees what others wrote")
    func realProcess() async throws {
      let mock = MarketplaceMock { $0.productCount = 30 }
      let server = try await MockServer.start(handler: mock)
      let (folder, signals) = (try TemporaryFolder(), try TemporaryFolder())
      let store = folder.url.appending(path: "store", directoryHint: .isDirectory)
      let probe = try BuiltProgram("market-probe")
      async let outcome = probe.run(["suspend", server.url.absoluteString, store.path, signals.url.path])
      let mark = signals.url.appending(path: "suspended")
      try await eventually { FileManager.default.fileExists(atPath: mark.path) }
      let process = try String(contentsOf: mark, encoding: .utf8)
      let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
        .filter { $0.split(separator: " ").contains(Substring(process)) }
      #expect(locks.isEmpty, "\(locks)")
      // The system closes them in its own time.
      try await eventually { try connections(of: process).isEmpty }
      let other = try MarketStore(folder: store)
      try await other.recordSearch("meanwhile", at: .now)
      try other.close()
      try Data().write(to: signals.url.appending(path: "resume"))
      let result = try await outcome
      // Before, it had locks: otherwise their absence would say nothing.
      #expect(result.output == "locked\nmeanwhile\nbefore\n", "\(result)")
      try await server.stop()
    }

    /// The connections of a process. libcurl also keeps a pair of sockets to wake its own threads, which lead nowhere.
    private func connections(of process: String) throws -> [String] {
      let folder = "/proc/\(process)/fd"
      let open = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      }
      let tables = ["tcp", "tcp6"].map { "/proc/\(process)/net/\($0)" }
      return try tables.filter { FileManager.default.fileExists(atPath: $0) }.flatMap { table in
        try String(contentsOfFile: table, encoding: .utf8).split(separator: "\n").dropFirst()
      }.compactMap { line in
        let fields = line.split(separator: " ")
        return fields.count > 9 && open.contains("socket:[\(fields[9])]") ? String(line) : nil
      }
    }
  #endif

  @Test("reads and writes wait until the market is resumed, and none fails")
  func callsWait() async throws {
    let test = try TestMarket()
    let market = try test.open()
    _ = try await market.products(page: 1)
    await market.suspend(gracePeriod: .zero)
    let reads = Task { try await market.products(page: 1).value.products.count }
    let writes = Task { try await market.sell(.chair, photos: [.pixel]).id }
    let cancelled = Task { try await market.products(page: 2) }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { _ = try await cancelled.value }
    #expect(market.store.isSuspended && test.mock.ledger.isEmpty)
    await market.resume()
    #expect(try await reads.value > 0)
    _ = try await writes.value
    try await market.close()
  }

  @Test("calls may come repeatedly, out of order and at once: the last one decides")
  func anyOrder() async throws {
    let test = try TestMarket()
    let market = try test.open()
    await market.resume()
    await market.suspend(gracePeriod: .zero)
    await market.suspend(gracePeriod: .zero)
    await market.resume()
    await market.resume()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          if number % 2 == 0 { await market.suspend(gracePeriod: .zero) } else { await market.resume() }
        }
      }
    }
    await market.resume()
    #expect(try await market.products(page: 1).value.products.count > 0)
    await market.suspend(gracePeriod: .zero)
    try await market.close()
    await #expect(throws: StoreError.self) { try await market.sell(.chair, photos: [.pixel]) }
  }

  @Test("a draft that is being typed is on the disk when the market is suspended")
  func draftsAreSaved() async throws {
    let test = try TestMarket()
    let market = try test.open { $0.outbox.startsByItself = false }
    let autosave = market.drafts.autosave("a")
    // Without waiting for it, one or another would be too late.
    for count in 1...20 {
      let name = String(repeating: "가", count: count)
      autosave.update(ListingDraft(name: name))
      await market.suspend()
      let other = try MarketStore(folder: test.folder.url)
      #expect(try await other.draft("a")?.draft.name == name)
      try other.close()
      await market.resume()
    }
    try await market.close()
  }

  @Test("an upload that a suspension ends is looked for afterwards, and listed once")
  func duringUpload() async throws {
    let test = try TestMarket()
    let market = try test.open { $0.outbox.settlingTime = .zero }
    test.network = .uploadsHeld
    let listing = try await market.sell(.chair, photos: [.pixel])
    try await eventually { market.outbox.state.sendingCount == 1 }
    await market.suspend(gracePeriod: .zero)
    #expect(test.mock.ledger.isEmpty)
    test.network = .up
    await market.resume()
    let product = try await listing.value
    #expect(product.id.rawValue > 0)
    #expect(test.mock.ledger.filter { $0.kind == .created }.count == 1)
    try await market.close()
  }

  /// What ends the time that an upload is given.
  enum End: CaseIterable { case itself, clock, secondCall }

  @Test(
    "an upload goes on for the time given, and is carried out once whatever ends it", arguments: End.allCases)
  func grace(end: End) async throws {
    let test = try TestMarket()
    let market = try test.open()
    test.network = .uploadsHeld
    let listing = try await market.sell(.chair, photos: [.pixel])
    try await eventually { market.outbox.state.sendingCount == 1 }
    let suspension = Task { await market.suspend(gracePeriod: .seconds(25)) }
    // It comes to waiting for the upload.
    for _ in 0..<100 { await giveWay() }
    #expect(!market.store.isSuspended)
    switch end {
    case .itself: test.network = .up
    case .clock:
      while !market.store.isSuspended {
        try Task.checkCancellation()
        test.clock.advance(by: .seconds(1))
        await giveWay()
      }
    case .secondCall: await market.suspend(gracePeriod: .zero)
    }
    await suspension.value
    #expect(market.store.isSuspended)
    let effects = { test.mock.ledger.count { $0.kind == .created } }
    #expect(effects() == (end == .itself ? 1 : 0))
    test.network = .up
    // So long it is looked for, as a request that was given up may still arrive.
    test.wait(300)
    await market.resume()
    #expect(try await listing.value.id.rawValue > 0)
    #expect(effects() == 1)
    try await market.close()
  }

  @Test(
    "an upload that a short absence, or work in the background during it, interrupts goes on and is sent once",
    arguments: [false, true])
  func shortAbsence(withTask: Bool) async throws {
    let test = try TestMarket(honoursKeys: false)
    let market = try test.open()
    test.network = .uploadsHeld
    let listing = try await market.sell(.chair, photos: [.pixel])
    try await eventually { market.outbox.state.sendingCount == 1 }
    let suspension = Task { await market.suspend(gracePeriod: .seconds(25)) }
    try await eventually { !market.outbox.state.isStarted }
    if withTask {
      await market.performBackgroundTask {
        #expect(market.outbox.state.sendingCount == 1)
        await market.resume()
      }
    } else {
      await market.resume()
    }
    await suspension.value
    #expect(!market.store.isSuspended && market.outbox.state.sendingCount == 1)
    test.network = .up
    // Without waiting for the time after which an interrupted one is sent again.
    #expect(try await listing.value.id.rawValue > 0)
    #expect(test.mock.ledger.count { $0.kind == .created } == 1)
    try await market.close()
  }

  @Test("while one is suspended another process delivers what both have queued, once")
  func othersGoOn() async throws {
    let test = try TestMarket()
    let market = try test.open()
    test.network = .uploadsHeld
    let listing = try await market.sell(.chair, photos: [.pixel])
    try await eventually { market.outbox.state.sendingCount == 1 }
    await market.suspend(gracePeriod: .zero)
    test.network = .up
    test.wait(300)
    let other = try test.open { $0.outbox.startsByItself = false }
    #expect(try await other.outbox.flush().isEmpty)
    await market.resume()
    #expect(try await listing.value.id.rawValue > 0)
    #expect(test.mock.ledger.filter { $0.kind == .created }.count == 1)
    try await other.close()
    try await market.close()
  }

  @Test("what another process has queued meanwhile is sent after the return")
  func queuedByOthers() async throws {
    let test = try TestMarket()
    let market = try test.open()
    await market.suspend(gracePeriod: .zero)
    let listing = try await test.queueElsewhere()
    #expect(test.mock.ledger.isEmpty)
    await market.resume()
    for try await submission in market.submissions.updates(of: listing.submission.id) {
      if case .accepted = submission?.state { break }
    }
    #expect(test.mock.ledger.count { $0.kind == .created } == 1)
    // And one that is queued later, while nothing is pending.
    let late = try await test.queueElsewhere()
    for try await submission in market.submissions.updates(of: late.submission.id) {
      if case .accepted = submission?.state { break }
    }
    try await market.close()
  }

  @Test("no timer is set while suspended, whatever waited for one, and what waited goes on afterwards")
  func timers() async throws {
    let test = try TestMarket()
    test.network = .down
    let market = try test.open {
      $0.http.maxAttempts = 3
      // Time passes here as fast as the test can make it, not as fast as requests are made.
      ($0.http.attemptTimeout, $0.http.totalTimeout) = (.seconds(1_000_000), .seconds(1_000_000))
      $0.http.rateLimit = RateLimit(oneEvery: .seconds(1), burst: 1)
    }
    // Pauses between attempts, turns, time limits, an outbox that waits, a list that was pulled, a pause in typing.
    let reads = (1...3).map { page in
      Task { try await market.products(page: page, policy: .networkOnly).value.products.count }
    }
    let listing = try await market.sell(.chair, photos: [.pixel])
    let feed = market.feed()
    feed.refresh()
    let typing = market.suggestionSession()
    typing.type("의자")
    try await eventually { test.clock.sleeperCount >= 3 }
    await market.suspend(gracePeriod: .zero)
    #expect(test.clock.sleeperCount == 0)
    let late = Task { try await market.products(page: 4, policy: .networkOnly).value.products.count }
    test.network = .up
    for _ in 0..<60 {
      test.wait(60)
      test.clock.advance(by: .seconds(60))
      await giveWay()
    }
    #expect(test.clock.sleeperCount == 0 && test.requestCount == 0)
    await market.resume()
    let isDone = Mark()
    let ends = Task {
      defer { isDone.set() }
      var counts: [Int] = []
      for read in reads + [late] { counts.append(try await read.value) }
      let product = try await listing.value
      return (counts, product.id.isLocal)
    }
    while !isDone.isSet, !Task.isCancelled {
      test.wait(0.2)
      test.clock.advance(by: .milliseconds(200))
      await giveWay()
    }
    try Task.checkCancellation()
    let (counts, isLocal) = try await ends.value
    // The new listing stands among those of the first page.
    #expect(counts.allSatisfy { $0 >= 20 } && !isLocal, "\(counts)")
    withExtendedLifetime(typing) {}
    try await market.close()
  }

  @Test("a process that is suspended and returns for weeks forgets finished writes, once a day")
  func forgetsFinished() async throws {
    let test = try TestMarket()
    let market = try test.open { $0.outbox.finishedRetention = .zero }
    let chair = try await market.sell(.chair, photos: [.pixel])
    _ = try await chair.value
    func isKept() async throws -> Bool { try await market.store.submission(chair.submission.id) != nil }
    /// Returns from a suspension, and is suspended again once all that a return does is done.
    func comeBack() async {
      await market.suspend(gracePeriod: .zero)
      await market.resume()
      await market.suspend(gracePeriod: .zero)
      await market.resume()
    }
    test.wait(86_399)
    await comeBack()
    #expect(try await isKept())
    test.wait(1)
    await market.suspend(gracePeriod: .zero)
    await market.resume()
    try await eventually { try await !isKept() }
    try await market.close()
  }

  @Test("a store that was deleted while suspended is an error with a type, and the server is read on")
  func deletedMeanwhile() async throws {
    let test = try TestMarket()
    let market = try test.open()
    await market.suspend(gracePeriod: .zero)
    try FileManager.default.removeItem(at: test.folder.url)
    await market.resume()
    await #expect(throws: StoreError.self) { try await market.sell(.chair, photos: [.pixel]) }
    #expect(try await market.products(page: 1).value.products.count > 0)
    try? await market.close()
  }
}

private final class Mark: Sendable {
  private let value = Mutex(false)
  var isSet: Bool { value.withLock { $0 } }
  func set() { value.withLock { $0 = true } }
}
