import Foundation
package import HTTPTypes
package import OpenMarketHTTP
import OpenMarketPacing
import Synchronization
import Testing

/// A transport that plays a script: each request must match the next stub, which is then used up.
///
/// A request that does not match and a stub that is left over are both test failures.
package final class ScriptedTransport: HTTPTransport {
  /// One expected request and its response.
  package struct Stub: Sendable {
    let method: HTTPRequest.Method
    let path: String
    let check: @Sendable (TransportRequest) -> Void
    let reply: Reply

    /// Expects `method` and `path` (with query), runs `check` on the request and gives `reply`.
    package init(
      _ method: HTTPRequest.Method, _ path: String, _ reply: Reply,
      check: @escaping @Sendable (TransportRequest) -> Void = { _ in }
    ) {
      self.method = method
      self.path = path
      self.check = check
      self.reply = reply
    }

    /// Expects a GET of `path`.
    package static func get(
      _ path: String, _ reply: Reply, check: @escaping @Sendable (TransportRequest) -> Void = { _ in }
    ) -> Stub {
      Stub(.get, path, reply, check: check)
    }
  }

  /// What a stub does.
  package enum Reply: Sendable {
    /// Responses at once.
    case response(Int, HTTPFields = [:], body: String = "")
    /// Fails at once.
    case fail(TransportFault)
    /// Says nothing until the request's deadline or the task's cancellation.
    case hang
    /// Does what the closure does.
    case perform(@Sendable (TransportRequest) async throws -> TransportResponse)

    /// 200 with a JSON body.
    package static func json(_ body: String, _ fields: HTTPFields = [:]) -> Reply {
      var fields = fields
      fields[.contentType] = "application/json"
      return .response(200, fields, body: body)
    }
  }

  private struct State {
    var script: ArraySlice<Stub>
    var requests: [TransportRequest] = []
  }

  private let state: Mutex<State>

  /// Makes a transport for `script`.
  ///
  /// Prefer ``play(_:_:)``, which also checks for leftovers.
  package init(_ script: [Stub]) { state = Mutex(State(script: script[...])) }

  /// The requests that have come so far.
  package var requests: [TransportRequest] { state.withLock { $0.requests } }

  /// The stubs not used yet, as `GET /path`.
  package var leftovers: [String] {
    state.withLock { $0.script.map { "\($0.method.rawValue) \($0.path)" } }
  }

  /// Runs `body` with a transport that plays `script`, which must be used up at the end.
  package static func play<Result>(
    _ script: [Stub], _ body: (ScriptedTransport) async throws -> Result
  ) async throws -> Result {
    let transport = ScriptedTransport(script)
    let result = try await body(transport)
    let leftovers = transport.leftovers
    #expect(leftovers.isEmpty, "stubs left over")
    return result
  }

  /// Matches `request` with the next stub and plays it.
  package func send(_ request: TransportRequest) async throws -> TransportResponse {
    let stub = state.withLock { state in
      state.requests.append(request)
      return state.script.popFirst()
    }
    let call = "\(request.head.method.rawValue) \(request.head.path ?? "")"
    guard let stub, stub.method == request.head.method, stub.path == request.head.path else {
      let expected = stub.map { "\($0.method.rawValue) \($0.path)" } ?? "nothing more"
      Issue.record("unexpected request \(call); the script has \(expected)")
      throw HTTPError(fault: .invalidRequest, "not in the script: \(call)")
    }
    stub.check(request)
    switch stub.reply {
    case .response(let status, let fields, let body):
      return TransportResponse(
        head: HTTPResponse(status: .init(code: status), headerFields: fields), body: .data(Data(body.utf8)))
    case .fail(let code):
      throw HTTPError(fault: code, "scripted \(code.rawValue)")
    case .hang:
      try await request.clock.sleep(
        until: request.deadline ?? .distantFuture, tolerance: nil)
      throw HTTPError(fault: .deadlineExceeded, "scripted hang")
    case .perform(let action):
      return try await action(request)
    }
  }
}
