import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Synchronization
import Testing

@Suite("Mock transport", .timeLimit(.minutes(5)))
struct MockTransportTests {
  let mock = MarketplaceMock { $0.productCount = 30 }
  let clock = ManualClock()

  private func request(
    _ method: HTTPRequest.Method = .get, _ path: String = "/api/products", _ fields: HTTPFields = [:],
    body: RequestBody = .none
  ) -> TransportRequest {
    let head = HTTPRequest(
      method: method, scheme: "http", authority: "market.test", path: path, headerFields: fields)
    var request = TransportRequest(head: head, body: body)
    request.clock = AnyClock(clock)
    return request
  }

  private func send(_ request: TransportRequest) async throws -> TransportResponse {
    try await MockTransport(mock).send(request)
  }

  private func failure(_ request: TransportRequest) async -> TransportFault? {
    do {
      let response = try await send(request)
      if case .stream(let stream) = response.body { for try await _ in stream {} }
      return nil
    } catch {
      return (error as? HTTPError)?.fault
    }
  }

  private static func file() -> URL {
    FileManager.default.temporaryDirectory.appending(component: "mock-transport-\(UUID().uuidString)")
  }

  @Test("A body arrives whole in memory, as chunks, and in a file; its length is announced")
  func destinations() async throws {
    let expected = await mock.send(.get, "/api/products").body
    var request = request()
    let inMemory = try await send(request)
    guard case .data(let data) = inMemory.body else { throw TestFailure("not data") }
    #expect(data == expected)
    #expect(inMemory.head.headerFields[.contentLength] == String(expected.count))

    request.destination = .stream
    guard case .stream(let stream) = try await send(request).body else { throw TestFailure("not a stream") }
    #expect(try await stream.reduce(into: Data()) { $0.append($1) } == expected)

    let file = Self.file()
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("old".utf8).write(to: file)
    request.destination = .file(file)
    guard case .file(file) = try await send(request).body else { throw TestFailure("not a file") }
    #expect(try Data(contentsOf: file) == expected)
  }

  @Test("A response that is not 2xx does not overwrite a file")
  func errorPage() async throws {
    let file = Self.file()
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("old".utf8).write(to: file)
    var request = request(.get, "/api/products/999")
    request.destination = .file(file)
    guard case .data = try await send(request).body else { throw TestFailure("not data") }
    #expect(try Data(contentsOf: file) == Data("old".utf8))
  }

  @Test("Every kind of request body arrives")
  func bodies() async throws {
    let form = ProductForm()
    let bytes = form.body
    let file = Self.file()
    try bytes.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let stream: @Sendable () -> AsyncThrowingStream<Data, any Error> = {
      AsyncThrowingStream { continuation in
        for byte in bytes { continuation.yield(Data([byte])) }
        continuation.finish()
      }
    }
    let bodies: [RequestBody] = [
      .data(bytes), .file(file), .stream(length: nil, stream), .stream(length: Int64(bytes.count), stream),
    ]
    for body in bodies {
      let response = try await send(request(.post, "/api/products", form.fields(), body: body))
      #expect(response.head.status == .created)
    }
    #expect(mock.requestLog.allSatisfy { $0.bodySize == bytes.count })
  }

  @Test("Bodies that cannot be sent are an invalid request")
  func badBodies() async {
    let short = RequestBody.stream(length: 9) { AsyncThrowingStream { $0.finish() } }
    let missing = RequestBody.file(Self.file())
    for body in [short, missing] {
      #expect(await failure(request(.post, "/api/products", body: body)) == .invalidRequest)
    }
    #expect(mock.requestLog.isEmpty)
  }

  @Test("A body beyond the market's limit is cut off and responded 413")
  func longBody() async throws {
    var fields = ProductForm().fields()
    fields[.contentType] = "multipart/form-data; boundary=x"
    let body = RequestBody.data(Data(count: MarketplaceMock.bodyLimit + 1))
    let response = try await send(request(.post, "/api/products", fields, body: body))
    #expect(response.head.status == .contentTooLarge)
  }

  @Test(
    "Each fault of the wire is the error that a real transport gives, for every destination",
    arguments: [
      (.disconnect, .connectionLost), (.close, .connectionLost), (.garbage, .invalidResponse),
      (.truncate(afterBytes: 10), .truncatedBody), (.resetMidBody(afterBytes: 10), .connectionLost),
      (.field("Content-Encoding", value: "x-unknown"), .invalidResponse),
    ] as [(Fault.Action, TransportFault)])
  func faults(action: Fault.Action, code: TransportFault) async throws {
    let file = Self.file()
    for destination in [ResponseDestination.memory, .stream, .file(file)] {
      mock.addFault(Fault(action))
      var request = request()
      request.destination = destination
      #expect(await failure(request) == code)
    }
    #expect(!FileManager.default.fileExists(atPath: file.path()))
  }

  @Test("A cut beyond the end is none; HEAD has no body to cut")
  func harmlessCuts() async throws {
    mock.addFault(Fault(.truncate(afterBytes: 1 << 20), times: 2))
    #expect(await failure(request()) == nil)
    let head = try await send(request(.head))
    guard case .data(let data) = head.body else { throw TestFailure("not data") }
    #expect(data.isEmpty)
    #expect(head.head.headerFields[.contentLength] != "0")
  }

  @Test("A stream gives what came before the break, then the error")
  func partialStream() async throws {
    mock.addFault(Fault(.truncate(afterBytes: 10)))
    var request = request()
    request.destination = .stream
    guard case .stream(let stream) = try await send(request).body else { throw TestFailure("not a stream") }
    var received = Data()
    await #expect(throws: HTTPError.self) { for try await chunk in stream { received.append(chunk) } }
    #expect(received.count == 10)
  }

  @Test("A response that never comes ends at the deadline, or when the task is cancelled")
  func hang() async throws {
    mock.addFault(Fault(.hang, times: 2))
    var limited = request()
    limited.deadline = limited.clock.now.advanced(by: .seconds(5))
    async let code = failure(limited)
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(5))
    #expect(await code == .deadlineExceeded)

    let endless = request()
    let task = Task { try await send(endless) }
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(100_000))
    await clock.sleepers(atLeast: 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A delay passes on the request's clock, at most until its deadline")
  func delay() async throws {
    mock.addFault(Fault(.delay(.seconds(3)), times: 2))
    let patient = request()
    let task = Task { try await send(patient).head.status }
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(2))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    #expect(try await task.value == .ok)

    var hasty = request()
    hasty.deadline = hasty.clock.now.advanced(by: .seconds(1))
    async let code = failure(hasty)
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    #expect(await code == .deadlineExceeded)
  }

  @Test("A slow body comes piece by piece")
  func drip() async throws {
    mock.addFault(Fault(.drip(bytes: 2, every: .seconds(1))))
    var request = request(.get, "/healthChecker")
    request.destination = .stream
    guard case .stream(let stream) = try await send(request).body else { throw TestFailure("not a stream") }
    var chunks: [Data] = []
    for try await chunk in stream {
      chunks.append(chunk)
      await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(1))
    }
    #expect(chunks == [Data("\"O".utf8), Data("K\"".utf8)])
  }

  @Test("A request whose time has passed, or that is cancelled, never reaches the market")
  func tooLate() async throws {
    var late = request()
    late.deadline = late.clock.now
    #expect(await failure(late) == .deadlineExceeded)
    let cancelled = request()
    let task = Task {
      while !Task.isCancelled { await giveWay() }
      return try await send(cancelled)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(mock.requestLog.isEmpty)
  }

  @Test("A response beyond the limit is refused")
  func limit() async {
    var request = request()
    request.responseLimit = 100
    #expect(await failure(request) == .responseTooLarge)
  }

  @Test("Progress is reported for both ways, and never falls")
  func progress() async throws {
    let form = ProductForm()
    let reports = Reports()
    var request = request(.post, "/api/products", form.fields(), body: .data(form.body))
    request.onProgress = { reports.add($0) }
    let response = try await send(request)
    guard case .data(let data) = response.body else { throw TestFailure("not data") }
    let upload = Int64(form.body.count)
    let download = Int64(data.count)
    #expect(
      reports.all == [
        TransferProgress(direction: .upload, completed: upload, total: upload),
        TransferProgress(direction: .download, completed: download, total: download),
      ])
  }

  @Test("Only absolute http and https addresses are sent", arguments: ["ftp", "file", nil])
  func schemes(scheme: String?) async {
    var request = request()
    request.head.scheme = scheme
    #expect(await failure(request) == .invalidRequest)
  }
}

private struct TestFailure: Error {
  var message: String
  init(_ message: String) { self.message = message }
}

private final class Reports: Sendable {
  private let list = Mutex<[TransferProgress]>([])
  var all: [TransferProgress] { list.withLock { $0 } }
  func add(_ report: TransferProgress) { list.withLock { $0.append(report) } }
}
