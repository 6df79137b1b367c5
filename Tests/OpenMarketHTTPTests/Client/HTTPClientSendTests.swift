import Foundation
import HTTPTypes
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarketHTTP

@Suite struct HTTPClientSendTests {
  @Test("An endpoint is sent and its response decoded")
  func decodes() async throws {
    try await ScriptedTransport.play([.get("/numbers", .json("[1,2,3]"))]) { transport in
      let numbers = try await plainClient(transport).send(.numbers)
      #expect(numbers == [1, 2, 3])
    }
  }

  @Test("The configuration's fields are sent unless the endpoint sets them itself")
  func fields() async throws {
    try await ScriptedTransport.play([.get("/numbers", .json("[]"))]) { transport in
      let client = try plainClient(transport) { $0.headers = [.accept: "*/*", .userAgent: "shop"] }
      _ = try await client.send(ListNumbers(headers: [.accept: "application/json"]))
      let fields = try #require(transport.requests.first?.head.headerFields)
      #expect(fields[values: .accept] == ["application/json"])
      #expect(fields[.userAgent] == "shop")
    }
  }

  @Test("An endpoint asks for JSON, unless it or the configuration asks for another type")
  func accept() async throws {
    try await ScriptedTransport.play([.get("/numbers", .json("[]"))]) { transport in
      _ = try await plainClient(transport).send(.numbers)
      #expect(transport.requests.first?.head.headerFields[.accept] == "application/json, */*;q=0.5")
    }
  }

  @Test("A 403 is about the account if it is the server's own, and of a write; a 413 is about the size")
  func refusals() async throws {
    let refusal = ScriptedTransport.Reply.response(403, body: #"{"code":403,"message":"no"}"#)
    let script: [ScriptedTransport.Stub] = [
      .init(.post, "/things", refusal), .init(.post, "/things", .response(403, body: "<html>")),
      .get("/numbers", refusal), .init(.post, "/things", .response(413)),
    ]
    try await ScriptedTransport.play(script) { transport in
      let client = try plainClient(transport)
      let ofMarket = try await httpError { try await client.send(AddThing()) }
      let ofFirewall = try await httpError { try await client.send(AddThing()) }
      let ofRead = try await httpError { _ = try await client.send(.numbers) }
      let tooLarge = try await httpError { try await client.send(AddThing()) }
      #expect(ofMarket.message.contains("account"))
      #expect(!ofFirewall.message.contains("account") && !ofRead.message.contains("account"))
      #expect(tooLarge.message.contains("too large"))
    }
  }

  @Test("A body without a content type is declared as bytes")
  func contentType() async throws {
    try await ScriptedTransport.play([.init(.post, "/things", .response(201))]) { transport in
      try await plainClient(transport).send(.add(.data(Data([1]))))
      #expect(transport.requests.first?.head.headerFields[.contentType] == "application/octet-stream")
    }
  }

  @Test("An idempotency key travels in its field")
  func key() async throws {
    try await ScriptedTransport.play([.init(.post, "/things", .response(201))]) { transport in
      try await plainClient(transport).send(
        AddThing(), options: RequestOptions { $0.idempotencyKey = "k-1" })
      #expect(transport.requests.first?.head.headerFields[.idempotencyKey] == "k-1")
    }
  }

  @Test(
    "A key that a server would refuse is refused before anything is sent",
    arguments: ["", "a b", "키", "a\r\nb", String(repeating: "x", count: 256)])
  func badKey(key: String) async throws {
    let client = try plainClient(ScriptedTransport([]))
    let error = try await httpError {
      try await client.send(AddThing(), options: RequestOptions { $0.idempotencyKey = key })
    }
    #expect(error.code == .invalidInput)
    #expect(error.context?.template == "/things")
    #expect(error.attempts == 0)
  }

  @Test("A response that cannot be decoded names its type and the place, not the content")
  func undecodable() async throws {
    try await ScriptedTransport.play([
      .get("/numbers", .json(#"[1,"private"]"#)),
      .get("/numbers", .response(200, [.contentType: "text/html"], body: "<html>private</html>")),
    ]) { transport in
      let client = try plainClient(transport)
      let typed = try await httpError { _ = try await client.send(.numbers) }
      #expect(typed.code == .invalidResponse)
      #expect(
        typed.description == """
          The response (application/json) has an unexpected value at 1: expected a whole number, found a string. \
          [GET /numbers → 200]
          """)
      let html = try await httpError { _ = try await client.send(.numbers) }
      #expect(html.message == "The response is a web page, such as the sign-in of this network.")
    }
  }

  @Test(
    "Each status has the code of what the caller can do",
    arguments: [
      (400, HTTPError.Code.invalidInput), (401, .unauthorized), (403, .forbidden), (404, .notFound),
      (405, .unexpectedStatus), (408, .timedOut), (409, .conflict), (410, .notFound), (412, .conflict),
      (413, .invalidInput), (415, .invalidInput), (422, .invalidInput), (429, .rateLimited),
      (500, .serverFailure), (501, .serverFailure), (503, .serverFailure), (304, .unexpectedStatus),
    ])
  func statuses(status: Int, code: HTTPError.Code) async throws {
    try await ScriptedTransport.play([.get("/things/7", .response(status))]) { transport in
      let error = try await httpError { try await plainClient(transport).send(ShowThing(id: "7")) }
      #expect(error.code == code)
      #expect(error.status?.code == status)
      #expect(error.context?.template == "/things/{id}")
      #expect(error.context?.authority == "market.test")
      #expect(error.attempts == 1)
    }
  }

  @Test(
    "The sign-in of a network or of a gateway is not taken for a failure of the market, or for its own",
    arguments: [
      (511, "This network asks for a sign-in first: open a web page."),
      (401, "The server, or a filter before it, asks for a sign-in."),
    ])
  func foreignSignIn(status: Int, message: String) async throws {
    try await ScriptedTransport.play([.get("/things/7", .response(status))]) { transport in
      let error = try await httpError { try await plainClient(transport).send(ShowThing(id: "7")) }
      #expect(error.message == message)
    }
  }

  @Test(
    "The server's message is read where there is one, and cannot steer a terminal",
    arguments: [
      (#"{"code":400,"message":"price must be ≥ 0"}"#, "price must be ≥ 0"), ("", nil),
      ("<html>no</html>", nil),
      (#"{"code":400}"#, nil), (#"{"message":7}"#, nil), (#"{"message":""}"#, nil),
      (#"{"message":"no","detail":"price"}"#, "no"), (#"{"error":7}"#, nil),
      (#"{"message":"\u001b[2Jred\r\nline","extra":[1]}"#, "[2Jred  line"),
      (#"{"message":"\#(String(repeating: "a", count: 600))"}"#, String(repeating: "a", count: 500) + "…"),
    ] as [(String, String?)])
  func serverMessages(body: String, message: String?) async throws {
    try await ScriptedTransport.play([.get("/numbers", .response(400, body: body))]) { transport in
      let error = try await httpError { _ = try await plainClient(transport).send(.numbers) }
      #expect(error.code == .invalidInput)
      #expect(error.serverMessage == message)
    }
  }

  @Test(
    "Of a problem of RFC 9457 the detail is the message",
    arguments: [
      (#"{"title":"Bad Request","status":400,"detail":"price must be ≥ 0"}"#, "price must be ≥ 0"),
      (#"{"message":"no","detail":"price"}"#, "no"), (#"{"detail":[7]}"#, nil),
    ] as [(String, String?)])
  func problemDetail(body: String, message: String?) async throws {
    let problem: HTTPFields = [.contentType: "application/problem+json; charset=utf-8"]
    try await ScriptedTransport.play([.get("/numbers", .response(400, problem, body: body))]) { transport in
      let error = try await httpError { _ = try await plainClient(transport).send(.numbers) }
      #expect(error.serverMessage == message)
    }
  }

  @Test(
    "The reasons for which frameworks refuse an input are the message, with their fields",
    arguments: [
      (#"{"detail":"Too expensive"}"#, "Too expensive"), (#"{"error":"Too expensive"}"#, "Too expensive"),
      (
        #"{"error":true,"reason":"The number of images must be 5 or less"}"#,
        "The number of images must be 5 or less"
      ),
      (
        #"{"detail":[{"type":"int","loc":["body","stock"],"msg":"At most 999","input":5000}]}"#,
        "stock: At most 999"
      ),
      (
        #"{"stock":["At most 999."],"name":["Too short.","No digits."]}"#,
        "name: Too short. name: No digits. stock: At most 999."
      ),
      (
        #"{"message":["name is too short","price is negative"],"error":"Bad Request"}"#,
        "name is too short price is negative"
      ),
      (#"{"title":"Invalid","errors":{"Stock":["At most 999."]},"status":400}"#, "Stock: At most 999."),
      (#"{"reason":"INVALID","errors":{"stock":["At most 999."]}}"#, "stock: At most 999."),
      (
        #"{"error":{"code":"E1","message":"The price is negative","trace":"at App"}}"#,
        "The price is negative"
      ),
    ])
  func frameworkReasons(body: String, message: String) async throws {
    for (status, expected) in [(422, message), (404, nil)] as [(Int, String?)] {
      try await ScriptedTransport.play([.get("/numbers", .response(status, body: body))]) { transport in
        let error = try await httpError { _ = try await plainClient(transport).send(.numbers) }
        #expect(error.serverMessage == expected)
      }
    }
  }

  @Test("The reasons come in one order, also of fields whose names have none as a String")
  func reasonOrder() {
    let body = Data(#"{"errors":{"\u0344":["second"],"\u0308":["first"]}}"#.utf8)
    let messages = (0..<50).map { _ in
      ServerErrorBody.message(in: body, type: nil, status: .unprocessableContent)
    }
    #expect(Set(messages) == ["\u{308}: first \u{344}: second"])
  }

  @Test(
    "Each fault of the transport has the code of what the caller can do",
    arguments: [
      (TransportFault.cannotResolve, HTTPError.Code.unreachable), (.cannotConnect, .unreachable),
      (.insecure, .unreachable), (.connectionLost, .connectionLost), (.truncatedBody, .connectionLost),
      (.invalidResponse, .invalidResponse), (.responseTooLarge, .invalidResponse), (.idleTimeout, .timedOut),
      (.deadlineExceeded, .timedOut), (.invalidRequest, .invalidInput), (.other, .connectionLost),
    ])
  func faults(fault: TransportFault, code: HTTPError.Code) async throws {
    try await ScriptedTransport.play([.get("/numbers", .fail(fault))]) { transport in
      let error = try await httpError { _ = try await plainClient(transport).send(.numbers) }
      #expect(error.code == code)
      #expect(error.fault == fault)
      #expect(error.attempts == 1)
    }
  }

  @Test("Cancelling the task gives CancellationError and cancels the transport")
  func cancellation() async throws {
    let clock = ManualClock()
    try await ScriptedTransport.play([.get("/numbers", .hang)]) { transport in
      let client = try plainClient(transport) {
        $0.clock = AnyClock(clock)
        $0.totalTimeout = .seconds(60)
      }
      let task = Task { try await client.send(.numbers) }
      await clock.sleepers(atLeast: 2)
      task.cancel()
      await #expect(throws: CancellationError.self) { _ = try await task.value }
    }
  }

  @Test("A transport that ignores its deadline is abandoned at the call's", .timeLimit(.minutes(5)))
  func totalDeadline() async throws {
    let clock = ManualClock()
    let stuck = Mutex<CheckedContinuation<Void, Never>?>(nil)
    let reply = ScriptedTransport.Reply.perform { _ in
      await withCheckedContinuation { continuation in stuck.withLock { $0 = continuation } }
      throw HTTPError(fault: .other, "too late")
    }
    try await ScriptedTransport.play([.get("/numbers", reply)]) { transport in
      let client = try plainClient(transport) {
        $0.clock = AnyClock(clock)
        $0.totalTimeout = .seconds(60)
      }
      let task = Task { try await client.send(.numbers) }
      await clock.sleepers(atLeast: 1)
      while stuck.withLock({ $0 == nil }), !Task.isCancelled { await giveWay() }
      clock.advance(by: .seconds(60))
      let error = try await httpError { _ = try await task.value }
      #expect(error.code == .timedOut)
      stuck.withLock { $0?.resume() }
    }
  }

  @Test("The transport is given the earlier of the attempt's and the call's deadline")
  func deadlines() async throws {
    let clock = ManualClock()
    try await ScriptedTransport.play([
      .get("/numbers", .json("[]")), .get("/numbers", .json("[]")), .get("/numbers", .json("[]")),
      .get("/numbers", .json("[]")),
    ]) { transport in
      let client = try plainClient(transport) {
        $0.clock = AnyClock(clock)
        $0.attemptTimeout = .seconds(30)
        $0.totalTimeout = .seconds(60)
      }
      let origin = client.clock.now
      _ = try await client.send(.numbers)
      _ = try await client.send(.numbers, options: RequestOptions { $0.totalTimeout = .seconds(5) })
      _ = try await client.send(
        .numbers, options: RequestOptions { $0.deadline = origin.advanced(by: .seconds(2)) })
      _ = try await client.send(
        .numbers,
        options: RequestOptions {
          $0.totalTimeout = .seconds(86_400)
          $0.attemptTimeout = .seconds(86_400)
        })
      let deadlines = transport.requests.map { $0.deadline.map { origin.duration(to: $0) } }
      #expect(deadlines == [.seconds(30), .seconds(5), .seconds(2), .seconds(86_400)])
    }
  }

  @Test("A long body gets time to travel over a slow link, unless the call has a time limit of its own")
  func timeForBodies() async throws {
    let photos = Data(count: 64 << 14)
    let stream = RequestBody.stream(length: Int64(photos.count)) { AsyncThrowingStream { $0.finish() } }
    let created = ScriptedTransport.Stub(.post, "/things", .response(201))
    try await ScriptedTransport.play([created, created, created, created]) { transport in
      let client = try plainClient(transport) {
        $0.clock = AnyClock(ManualClock())
        $0.attemptTimeout = .seconds(30)
        $0.totalTimeout = .seconds(60)
      }
      let origin = client.clock.now
      try await client.send(.add(.data(Data("{}".utf8))))
      try await client.send(.add(.data(photos)))
      try await client.send(.add(stream))
      try await client.send(.add(.data(photos)), options: RequestOptions { $0.totalTimeout = .seconds(5) })
      let deadlines = transport.requests.map { $0.deadline.map { origin.duration(to: $0) } }
      #expect(deadlines == [.seconds(30), .seconds(94), .seconds(94), .seconds(5)])
    }
  }

  @Test("A deadline that has passed sends nothing")
  func pastDeadline() async throws {
    let client = try plainClient(ScriptedTransport([])) { $0.clock = AnyClock(ManualClock()) }
    let error = try await httpError {
      _ = try await client.send(.numbers, options: RequestOptions { $0.deadline = client.clock.now })
    }
    #expect(error.code == .timedOut)
    #expect(error.attempts == 0)
  }

  @Test("Progress never falls, also when a second attempt starts from zero")
  func progress() async throws {
    let seen = Mutex<[Int64]>([])
    let report: @Sendable ([Int64]) -> ScriptedTransport.Reply = { steps in
      .perform { request in
        for step in steps {
          request.onProgress?(TransferProgress(direction: .upload, completed: step, total: 9))
        }
        guard steps.last == 9 else { throw HTTPError(fault: .connectionLost, "broken") }
        return TransportResponse(head: HTTPResponse(status: .ok), body: .data(Data()))
      }
    }
    try await ScriptedTransport.play([
      .init(.delete, "/things/1", report([0, 3, 6])), .init(.delete, "/things/1", report([0, 3, 6, 9, 9])),
    ]) { transport in
      let client = try plainClient(transport) {
        $0.maxAttempts = 3
        $0.time.jitter = { 0 }
      }
      try await client.send(
        RemoveThing(),
        options: RequestOptions {
          $0.onProgress = { progress in seen.withLock { $0.append(progress.completed) } }
        })
    }
    #expect(seen.withLock { $0 } == [0, 3, 6, 9])
  }
}
