import Foundation
import HTTPTypes
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

/// Files of the store that another process has locked since the request came, as a stopped one may.
@Suite(.serialized, .timeLimit(.minutes(5))) struct LockedStoreTests {
  /// A market that, as another process does, writes in `file` from its next response to `method` on, when it is told to, until it is told to end.
  private final class Writer: MockHandler {
    private let market: MarketplaceMock
    private let method: HTTPRequest.Method
    private let file: URL
    private let lock = Mutex<(file: FileHandle?, isWanted: Bool)>((nil, false))

    init(_ market: MarketplaceMock, _ method: HTTPRequest.Method, _ file: URL) {
      (self.market, self.method, self.file) = (market, method, file)
    }

    func handle(_ request: MockRequest) async -> MockResponse {
      let response = await market.handle(request)
      guard request.head.method == method else { return response }
      do { try take() } catch { Issue.record(error) }
      return response
    }

    private func take() throws {
      try lock.withLock { held in
        guard held.file == nil, held.isWanted else { return }
        let file = try FileHandle(forUpdating: file)
        // Where SQLite's writers have their lock: https://www.sqlite.org/walformat.html, "WAL Locks".
        var range = flock()
        (range.l_type, range.l_whence, range.l_start, range.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), 120, 1)
        guard unsafe fcntl(file.fileDescriptor, F_SETLKW, &range) == 0 else {
          throw ContractError("no lock: \(errno)")
        }
        held.file = file
      }
    }

    func begin() { lock.withLock { $0.isWanted = true } }

    func end() throws {
      try lock.withLock { held in
        try held.file?.close()
        held = (nil, false)
      }
    }
  }

  /// A device whose server locks `file` of the store.
  private func device(
    _ file: String, at method: HTTPRequest.Method
  ) async throws -> (SellingDevice, Writer) {
    let made = Mutex<Writer?>(nil)
    let device = try await SellingDevice { mock, store in
      let writer = Writer(mock, method, store.appending(path: file))
      made.withLock { $0 = writer }
      return writer
    }
    return (device, try #require(made.withLock { $0 }))
  }

  @Test(
    "a listing whose outcome cannot be written down is said to be kept, with the reason, and is listed once")
  func outcome() async throws {
    let (device, writer) = try await device("user.db-shm", at: .post)
    writer.begin()
    let sold = try await device.run(device.sell())
    #expect(sold.status == 79, "\(sold)")
    #expect(sold.output.contains("is being sent") && !sold.errors.contains("was not kept"), "\(sold)")
    #expect(sold.errors.contains("another process"), "\(sold)")
    #expect(device.effects == [.created])
    try writer.end()
    let run = try await device.run("outbox", "run")
    #expect(run.status == 0, "\(run)")
    #expect(device.effects == [.created])
  }

  @Test("'outbox run --watch' says once why outcomes cannot be written down, and goes on when they can")
  func watch() async throws {
    let (device, writer) = try await device("user.db-shm", at: .post)
    writer.begin()
    #expect(try await device.run(device.sell("접이식 의자", ["--no-wait"])).status == 0)
    let watch = try device.start(["outbox", "run", "--watch"])
    func reached(_ name: String, _ text: String) async throws {
      while try !watch.text(name).contains(text) {
        try Task.checkCancellation()
        await giveWay()
      }
    }
    try await reached("errors", "another process")
    try writer.end()
    try await reached("output", "is listed")
    watch.signal(SIGTERM)
    let outcome = try await watch.outcome()
    #expect(outcome.status == 128 + SIGTERM, "\(outcome)")
    #expect(outcome.errors.ranges(of: "market: warning: ").count == 1, "\(outcome)")
    #expect(device.effects == [.created])
  }

  @Test("what the server says is displayed as its own while copies of it cannot be stored")
  func copies() async throws {
    let (device, writer) = try await device("cache.db-shm", at: .get)
    #expect(try await device.run("list", "--size", "2").status == 0)
    writer.begin()
    let list = try await device.run("list", "--size", "2", "--page", "2")
    #expect(list.status == 0 && !list.output.isEmpty, "\(list)")
    #expect(!list.errors.contains("responded"), "\(list)")
  }
}
