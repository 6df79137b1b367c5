import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarketHTTP

/// Runs `body` against a server that responds with `respond`, and stops the server.
func withServer<R>(
  configuration: MockServer.Configuration = .init(),
  responding respond: @escaping @Sendable (MockRequest) async -> MockResponse,
  _ body: (MockServer) async throws -> R
) async throws -> R {
  let server = try await MockServer.start(configuration: configuration, responding: respond)
  do {
    let result = try await body(server)
    try await server.stop()
    return result
  } catch {
    try await server.stop()
    throw error
  }
}

/// Runs `body` against a server that responds with exactly `bytes`, and stops the server.
func withWire<R>(
  _ bytes: String, then ending: WireServer.Ending = .close, _ body: (WireServer) async throws -> R
) async throws -> R {
  let server = try await WireServer.start(responding: bytes, then: ending)
  do {
    let result = try await body(server)
    try await server.stop()
    return result
  } catch {
    try await server.stop()
    throw error
  }
}

/// Runs `body` with the address of a new folder, and removes the folder.
func withFolder<R>(_ body: (URL) async throws -> R) async throws -> R {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("transport-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}

/// The transport error that `operation` throws; anything else is a failed test.
func transportError(
  sourceLocation: SourceLocation = #_sourceLocation, _ operation: () async throws -> Void
) async throws -> HTTPError {
  do {
    try await operation()
  } catch let error as HTTPError {
    return error
  }
  Issue.record("no error was thrown", sourceLocation: sourceLocation)
  throw CancellationError()
}

extension TransportRequest {
  /// A request to `path` of the server at `url`.
  init(_ method: HTTPRequest.Method = .get, _ url: URL, _ path: String = "/", body: RequestBody = .none) {
    self.init(
      head: HTTPRequest(
        method: method, scheme: url.scheme, authority: "\(url.host ?? ""):\(url.port ?? 80)", path: path),
      body: body)
  }
}

extension MockResponse {
  /// A response with `text` as its body.
  init(
    _ status: HTTPResponse.Status = .ok, _ fields: HTTPFields = [:], text: String = "",
    delivery: Delivery = .normal
  ) {
    self.init(status, fields, body: Data(text.utf8), delivery: delivery)
  }

  /// A response with `body`.
  init(
    _ status: HTTPResponse.Status = .ok, _ fields: HTTPFields = [:], body: Data, delivery: Delivery = .normal
  ) {
    self.init(head: HTTPResponse(status: status, headerFields: fields), body: body)
    self.delivery = delivery
  }
}

extension ResponseBody {
  /// The bytes, wherever they are.
  func bytes() async throws -> Data { try await collected(upTo: .max) }
  /// The bytes as text.
  func text() async throws -> String { String(decoding: try await bytes(), as: UTF8.self) }
}

/// Waits for what happens soon.
/// - Returns: Whether it has before the test was out of time.
func eventually(_ condition: () throws -> Bool) async rethrows -> Bool {
  while !Task.isCancelled {
    if try condition() { return true }
    await giveWay()
  }
  return false
}

/// Collects what closures report.
final class Recorder<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  var all: [Value] { values.withLock { $0 } }
  func record(_ value: Value) { values.withLock { $0.append(value) } }
}
