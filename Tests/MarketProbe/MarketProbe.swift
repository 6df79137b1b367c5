import Foundation
import OpenMarket

/// Uses a market in a process of its own, which tests kill or starve of room.
///
/// ```
/// market-probe sync URL FOLDER WINDOW   fills the store; a line is the number of products done, of requests, and the
///                                       resident memory in kB
/// market-probe fill URL FOLDER          reads pages until the store has no room, then reads on
/// market-probe lose URL FOLDER          reads a page, lets a file system that cannot be written cover the folder,
///                                       then reads on
/// market-probe suspend URL FOLDER SIGNALS
///                                       reads, prints whether it holds locks then, suspends, and makes the file `suspended`
///                                       in SIGNALS, with its number; waits for the file `resume`; prints the recent
///                                       searches that it then sees
/// ```
/// Prints the code of a `StoreError` and ends with status 1.
@main enum MarketProbe {
  struct Misuse: Error {}

  /// A transport of an app's own.
  private struct Wrapped: HTTPTransport {
    let base: any HTTPTransport

    func send(_ request: TransportRequest) async throws -> TransportResponse { try await base.send(request) }
  }

  static func main() async throws {
    do {
      try await run()
    } catch let error as StoreError {
      print("error \(error.code.rawValue): \(error.message)")
      exit(1)
    }
  }

  private static func run() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 3, let url = URL(string: arguments[1]) else { throw Misuse() }
    let folder = URL(filePath: arguments[2])
    switch (arguments[0], arguments.dropFirst(3).first.flatMap { Int($0) }) {
    case ("sync", let windowSize?): try await sync(url, folder, windowSize: windowSize)
    case ("fill", nil): try await UnwritableStore(url, folder).fill()
    case ("suspend", nil) where arguments.count == 4:
      try await suspend(url, folder, signals: URL(filePath: arguments[3]))
    case ("lose", nil): try await UnwritableStore(url, folder).lose()
    default: throw Misuse()
    }
  }

  private static func suspend(_ url: URL, _ folder: URL, signals: URL) async throws {
    let market = try Marketplace(server: url, folder: folder) {
      $0.credentials = try VendorCredentials(identifier: "vendor", secret: "secret")
      // As an app's that signs each attempt: what keeps the connections is inside.
      $0.transport = Wrapped(base: URLSessionTransport())
    }
    // Somebody listens, connections are open, and the outbox looks after its queue.
    let values = Task { for try await _ in market.submissions.updates {} }
    _ = try await market.products(page: 1)
    try await market.recentSearches.record("before")
    print(try holdsLocks() ? "locked" : "free")
    await market.suspend(gracePeriod: .zero)
    let suspended = signals.appending(path: "suspended")
    try Data("\(getpid())".utf8).write(to: suspended, options: .atomic)
    let reading = Task { try await market.recentSearches.list() }
    while !FileManager.default.fileExists(atPath: signals.appending(path: "resume").path) { usleep(10_000) }
    await market.resume()
    for search in try await reading.value { print(search) }
    values.cancel()
    try await market.close()
  }

  /// Whether the system says that this process has locked files.
  private static func holdsLocks() throws -> Bool {
    try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n").contains {
      $0.split(separator: " ").contains("\(getpid())")
    }
  }

  private static func sync(_ url: URL, _ folder: URL, windowSize: Int) async throws {
    let client = try MarketClient(server: url)
    _ = try await client.products(size: 1)
    let store = try MarketStore(folder: folder)
    print(0, 0, residentMemory())
    for try await progress in CatalogSync(client: client, store: store, windowSize: windowSize) {
      print(progress.doneCount, progress.requestCount, residentMemory())
      fflush(nil)
    }
  }

  /// In kB; 0 where the system does not say.
  private static func residentMemory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.split(separator: " ").dropLast().last ?? "") } ?? 0
  }
}
