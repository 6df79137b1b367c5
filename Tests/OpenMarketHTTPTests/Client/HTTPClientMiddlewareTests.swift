import Foundation
import HTTPTypes
import OpenMarketTestSupport
import Testing

@testable import OpenMarketHTTP

/// What an app puts around each call.
@Suite struct HTTPClientMiddlewareTests {
  @Test("Configured middlewares see each call, the first outermost")
  func middlewares() async throws {
    struct Tag: HTTPMiddleware {
      let name: String
      func intercept(_ request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
        var request = request
        request.head.headerFields[.userAgent] = (request.head.headerFields[.userAgent] ?? "") + name
        return try await next(request)
      }
    }
    try await ScriptedTransport.play([.get("/numbers", .json("[]"))]) { transport in
      let client = try plainClient(transport) { $0.middlewares = [Tag(name: "a"), Tag(name: "b")] }
      _ = try await client.send(.numbers)
      #expect(transport.requests.first?.head.headerFields[.userAgent]?.hasSuffix(")ab") == true)
    }
  }

  @Test("What a middleware throws at a response is the cause of an error with that response's status")
  func errorBodies() async throws {
    struct Refusal: Error, Decodable { var rule: String }
    struct ErrorBodies: HTTPMiddleware {
      func intercept(_ request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
        let response = try await next(request)
        let body = try await response.body.collected(upTo: 1 << 16)
        throw try JSONDecoder().decode(Refusal.self, from: body)
      }
    }
    let body = #"{"rule":"STARS_RANGE"}"#
    let script: [ScriptedTransport.Stub] = [
      .init(.post, "/things", .response(422, body: body)), .get("/numbers", .response(404, body: body)),
      .get("/numbers", .json(body)),
    ]
    try await ScriptedTransport.play(script) { transport in
      let client = try plainClient(transport) { $0.middlewares = [ErrorBodies()] }
      let invalid = try await httpError { try await client.send(AddThing()) }
      let missing = try await httpError { _ = try await client.send(.numbers) }
      let inSuccess = try await httpError { _ = try await client.send(.numbers) }
      #expect([invalid.code, missing.code, inSuccess.code] == [.invalidInput, .notFound, .invalidResponse])
      #expect([invalid.status, missing.status, inSuccess.status] == [.unprocessableContent, .notFound, .ok])
      for error in [invalid, missing, inSuccess] {
        #expect((error.cause as? Refusal)?.rule == "STARS_RANGE" && !"\(error)".contains("STARS_RANGE"))
      }
    }
  }

  @Test("The name of the status is no reason for a refusal")
  func nameOfStatus() async throws {
    let body = #"{"status":400,"error":"Bad Request","path":"/numbers"}"#
    try await ScriptedTransport.play([.get("/numbers", .response(400, body: body))]) { transport in
      let error = try await httpError { _ = try await plainClient(transport).send(.numbers) }
      #expect(error.code == .invalidInput && error.serverMessage == nil)
    }
  }

  @Test("A middleware that cannot reach its own server has lost a connection, and refuses nothing")
  func unreachableRenewal() async throws {
    struct Renewal: HTTPMiddleware {
      func intercept(_ request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
        let response = try await next(request)
        guard response.head.status == .unauthorized else { return response }
        throw URLError(.notConnectedToInternet)
      }
    }
    try await ScriptedTransport.play([.init(.post, "/things", .response(401))]) { transport in
      let client = try plainClient(transport) { $0.middlewares = [Renewal()] }
      let error = try await httpError { try await client.send(AddThing()) }
      #expect(error.code == .connectionLost && error.cause is URLError)
    }
  }

  @Test("What a middleware throws keeps the server's message and its pause")
  func refusalWithMessage() async throws {
    struct Refusal: Error {}
    struct Refusing: HTTPMiddleware {
      func intercept(_ request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
        _ = try await next(request)
        throw Refusal()
      }
    }
    let busy = ScriptedTransport.Reply.response(
      429, [.retryAfter: "7"], body: #"{"message":"Slow down"}"#)
    try await ScriptedTransport.play([.init(.post, "/things", busy)]) { transport in
      let client = try plainClient(transport) { $0.middlewares = [Refusing()] }
      let error = try await httpError { try await client.send(AddThing()) }
      #expect(error.code == .rateLimited && error.serverMessage == "Slow down")
      #expect(error.retryAfter == .seconds(7) && error.cause is Refusal)
    }
  }

  @Test("What fails after a middleware has tried again is not taken for the first response")
  func failureAfterAnotherTry() async throws {
    struct Broken: Error {}
    struct Again: HTTPMiddleware {
      func intercept(_ request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
        let response = try await next(request)
        return response.head.status == .unauthorized ? try await next(request) : response
      }
    }
    let script: [ScriptedTransport.Stub] = [
      .init(.post, "/things", .response(401)), .init(.post, "/things", .perform { _ in throw Broken() }),
    ]
    try await ScriptedTransport.play(script) { transport in
      let client = try plainClient(transport) { $0.middlewares = [Again()] }
      let error = try await httpError { try await client.send(AddThing()) }
      #expect(error.code == .connectionLost && error.status == nil && error.cause is Broken)
    }
  }
}
