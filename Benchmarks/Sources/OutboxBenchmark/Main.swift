import Foundation
import Measuring
import OpenMarket
import OpenMarketHTTP
import OpenMarketStore

/// The cost of the outbox: a sale beside one durable commit, long queues, and draining beside calling the API.
@main enum OutboxBenchmark {
  static let draft = NewListing(
    name: "접이식 캠핑 의자", description: "두 번 사용한 깨끗한 의자입니다. 직거래도 됩니다.", price: 45_000)

  static func main() async throws {
    guard CommandLine.arguments.count > 1, let server = URL(string: CommandLine.arguments[1]) else {
      print("usage: OutboxBenchmark SERVER [sell | queue | read | drain [ROUNDS]]")
      exit(64)
    }
    let folder = URL(filePath: FileManager.default.currentDirectoryPath)
      .appending(path: ".build/outbox-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let only = CommandLine.arguments.dropFirst(2).first
    if only == nil || only == "sell" { try await sell(folder, server) }
    if only == nil || only == "queue" { try await longQueue(folder, server) }
    if only == nil || only == "read" { try await read(folder, server) }
    let rounds = CommandLine.arguments.dropFirst(3).first.flatMap(Int.init) ?? 7
    if only == nil || only == "drain" { try await drain(folder, server, rounds: max(2, rounds)) }
  }

  static func market(_ folder: URL, _ server: URL, vendor: Vendor? = nil) throws -> Marketplace {
    try Marketplace(server: server, folder: folder) { configuration in
      configuration.serverHonoursIdempotencyKeys = true
      configuration.cachesResponses = false
      configuration.http.maxAttempts = 1
      configuration.outbox.startsByItself = false
      configuration.vendor = vendor
      configuration.credentials = try VendorCredentials(
        identifier: "7b9a2c52-0f3e-11ee-8d55-0242ac120002", secret: "dawn-market-7")
    }
  }

  static func seconds(_ body: () async throws -> Void) async rethrows -> Double {
    let start = ContinuousClock.now
    try await body()
    let time = ContinuousClock.now - start
    return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
  }

  // MARK: A sale beside one commit

  static func sell(_ folder: URL, _ server: URL) async throws {
    let market = try market(folder.appending(path: "sell"), server)
    let photo = try await market.store.storePhoto(
      Data([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: 200_000)), fileName: "1.jpg")
    let bare = BareQueue(folder.appending(path: "bare.db").path, rowBytes: 400)
    var sales: [Double] = []
    var commits: [Double] = []
    for round in 0..<300 {
      let sale = try await seconds { try await market.sell(draft, stored: [photo]) }
      let commit = await seconds { bare.commit() }
      guard round >= 20 else { continue }
      sales.append(sale * 1e3)
      commits.append(commit * 1e3)
    }
    print(
      String(
        format:
          "sell ÷ one FULL-sync commit: %.3f ms ÷ %.3f ms = %.2f (medians of %d, in turns; must be ≤ 2)",
        median(sales), median(commits), median(sales) / median(commits), sales.count))
    try await market.close()
  }

  // MARK: 10,000 entries

  static func longQueue(_ folder: URL, _ server: URL) async throws {
    let folder = folder.appending(path: "long")
    var market = try market(folder, server)
    let photo = try await market.store.storePhoto(Data([0xFF, 0xD8, 0xFF, 0xE0]), fileName: "1.jpg")
    var portions: [Double] = []
    for _ in 0..<10 {
      portions.append(
        try await seconds {
          for _ in 0..<1_000 { _ = try await market.sell(draft, stored: [photo]) }
        })
    }
    print(
      "enqueue, ms each, by thousands: "
        + portions.map { String(format: "%.3f", $0) }.joined(separator: " ")
        + String(format: "; last ÷ first %.2f", portions[9] / portions[0]))
    try await market.close()

    let before = memory()
    let launch = try await seconds {
      market = try Self.market(folder, server)
      _ = try await market.submissions.list(limit: 20)
      _ = try await market.store.openSubmissionCount()
    }
    // The first round: tidying up, and claiming what is sent first.
    let first = await seconds {
      market.outbox.start()
      while market.outbox.state.sendingCount == 0 { await Task.yield() }
    }
    print(
      String(
        format:
          "launch with 10,000 queued: %.1f ms to open, list and count, %.1f ms more to the first request (must be ≤ 100)",
        launch * 1e3, first * 1e3))
    for _ in 0..<20 {
      try await Task.sleep(for: .milliseconds(250))
      if try await market.store.openSubmissionCount() < 9_000 { break }
    }
    let left = try await market.store.openSubmissionCount()
    print(
      String(
        format: "peak memory above that before the launch, while sending %d of them: %.1f MB (must be ≤ 32)",
        10_000 - left, Double(memory() - before) / 1e3))
    try await market.close()
    try await uncleanLaunches(folder, server)
  }

  /// Launches after a process that has not closed its store, which check every index of the queue.
  private static func uncleanLaunches(_ folder: URL, _ server: URL) async throws {
    var launches: [Double] = []
    for _ in 0..<9 {
      try Data("x".utf8).write(to: folder.appending(path: "store.used"))
      var market: Marketplace?
      launches.append(
        try await seconds {
          market = try Self.market(folder, server)
          _ = try await market?.submissions.list(limit: 20)
          _ = try await market?.store.openSubmissionCount()
        } * 1e3)
      try await market?.close()
    }
    print(
      String(
        format:
          "launch after an unclean exit, to open, check, list and count: %.1f ms (median of %d, best %.1f; must be ≤ 100)",
        median(launches), launches.count, launches.min() ?? 0))
  }

  /// The most memory that the process has had, in kB.
  static func memory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
  }

  // MARK: Draining

  static func drain(_ folder: URL, _ server: URL, rounds: Int) async throws {
    let market = try market(folder.appending(path: "drain"), server)
    var ids: [Product.ID] = []
    for _ in 0..<1_000 {
      ids.append(
        try await market.client.sell(draft, photos: [PhotoUpload(Data([0xFF, 0xD8, 0xFF, 0xE0]))]).id)
    }
    var ratios: [Double] = []
    var rates: [(Double, Double)] = []
    var processor: [(Double, Double)] = []
    for round in 0..<rounds {
      let begin = processorSeconds()
      let direct = try await seconds { try await call(market.client, ids, round) }
      let directProcessor = processorSeconds() - begin
      let (queued, queuedProcessor) = try await drainOnce(market, ids, round)
      if rounds > 7, round % 7 == 0 {
        let pace = String(
          format: "%.0f/s ÷ %.0f/s", Double(ids.count) / queued, Double(ids.count) / direct)
        print("round \(round): \(pace), peak memory \(memory() / 1_000) MB")
      }
      guard round > 0 else { continue }
      ratios.append(direct / queued)
      rates.append((Double(ids.count) / direct, Double(ids.count) / queued))
      processor.append((directProcessor, queuedProcessor))
    }
    print(
      String(
        format:
          "draining 1,000 edits ÷ calling the API, both 4 at once: %.0f/s ÷ %.0f/s = %.2f (median of %d; must be ≥ 0.8)",
        median(rates.map(\.1)), median(rates.map(\.0)), median(ratios), ratios.count))
    print(
      String(
        format: "CPU of this process for an edit: %.0f µs from a queue, %.0f µs by the API",
        median(processor.map(\.1)) * 1e6 / Double(ids.count),
        median(processor.map(\.0)) * 1e6 / Double(ids.count)))
    try await market.close()
  }

  /// 1,000 edits, 4 at once, as an app without an outbox sends them.
  private static func call(_ client: MarketClient, _ ids: [Product.ID], _ round: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          for index in stride(from: worker, to: 1_000, by: 4) {
            let change = ProductChanges(price: Decimal(10_000 * round + index))
            _ = try await client.edit(ids[index % ids.count], change)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// The same from a queue: the time and the CPU that it took, in seconds.
  private static func drainOnce(_ market: Marketplace, _ ids: [Product.ID], _ round: Int) async throws
    -> (time: Double, processor: Double)
  {
    for (index, id) in ids.enumerated() {
      try await market.edit(id, ProductChanges(price: Decimal(100_000 * round + index)))
    }
    let begin = processorSeconds()
    let time = try await seconds { try await market.outbox.flush() }
    let processor = processorSeconds() - begin
    await market.outbox.stop()
    return (time, processor)
  }
}
