import Foundation
import HTTPTypes
import OpenMarket
import OpenMarketHTTP
import OpenMarketMock

/// What becomes of requests.
extension Trial {
  func carry(_ request: TransportRequest, for process: Int) async throws -> TransportResponse {
    if let key = request.head.headerFields[.idempotencyKey]?.split(separator: ".").first {
      try await noteKey(String(key))
    }
    let started = fixture.time.passed
    guard isFaulty else { return try await execute(request) }
    if process == 1, isSuspending { throw CancellationError() }
    try await moveBefore(request, of: process)
    while stepsLeft > 0, chance(25) { try await step() }
    if outboxes[process].driver.isDead { throw CancellationError() }
    if fixture.time.passed - started >= 60 {
      // What the client's own deadline does, which goes on while a process is held up, also by a suspension: nothing is sent
      // a day later, when the server has forgotten the key.
      note("\(process): \(request.name): took too long")
      throw HTTPError(fault: .deadlineExceeded, "the time for the call is over")
    }
    if process == 1, isSuspending { throw try await interrupt(request) }
    if isLockedOut, request.head.method != .get { return Self.response(.unauthorized) }
    guard chance(42), let fault = faults.randomElement(using: &random) else {
      note("\(process): \(request.name)")
      return try await execute(request)
    }
    return try await suffer(fault, request, process, started)
  }

  /// Which intent a key belongs to: a submission that got a response wrongly gets another key.
  private func noteKey(_ key: String) async throws {
    guard seenKeys.insert(key).inserted else { return }
    if let id = try await submissions().first(where: { $0.idempotencyKey == key })?.id,
      let index = intentOfSubmission[id]
    {
      intents[index].keys.insert(key)
    }
  }

  private func suffer(
    _ fault: TrialFault, _ request: TransportRequest, _ process: Int, _ started: TimeInterval
  ) async throws -> TransportResponse {
    let isWrite = request.head.method != .get
    if fault.isForWritesOnly, !isWrite {
      note("\(process): \(request.name)")
      return try await execute(request)
    }
    let line = "\(process): \(request.name): \(fault)"
    switch fault {
    case .middleBefore, .middleAfter: break
    default: note(line)
    }
    switch fault {
    case .unreachable: throw HTTPError(fault: .cannotConnect, "no connection")
    case .lostRequest: throw HTTPError(fault: .connectionLost, "the connection broke")
    case .lostResponse:
      _ = try await execute(request)
      throw HTTPError(fault: .deadlineExceeded, "no response came")
    case .truncatedResponse:
      _ = try await execute(request)
      throw HTTPError(fault: .truncatedBody, "the response was cut off")
    case .failsBefore: return Self.response(.serviceUnavailable)
    case .failsAfter:
      _ = try await execute(request)
      return Self.response(.badGateway)
    case .rateLimited: return Self.response(.tooManyRequests, [.retryAfter: "3"])
    case .greedy:
      let times = ["1000000", "1000000000", "Thu, 01 Jan 1970 00:00:00 GMT", "-5"]
      let time = times.randomElement(using: &random) ?? ""
      note("  Retry-After: \(time)")
      return Self.response(chance(50) ? .tooManyRequests : .serviceUnavailable, [.retryAfter: time])
    case .unauthorized: return Self.response(.unauthorized)
    case .refused:
      let status = [400, 403, 413, 422].randomElement(using: &random) ?? 400
      note("  \(status)")
      return Self.response(.init(code: status))
    case .duplicated:
      // Nothing can tell two deliveries apart but a key.
      guard fixture.honoursKeys || !isWrite else { return try await execute(request) }
      let response = try await execute(request)
      _ = try? await execute(request)
      return response
    case .held, .heldAndCrash, .heldByGateway:
      let arrival = max(fixture.time.passed, started + Double(Int.random(in: 1...110, using: &random)))
      held.append((arrival, try await request.captured()))
      note("  arrives in \(Int(arrival - fixture.time.passed)) s")
      if fault == .heldAndCrash { throw crash(process) }
      if fault == .heldByGateway {
        return MiddleResponse([408, 502, 504].randomElement(using: &random) ?? 504).response
      }
      throw HTTPError(fault: .deadlineExceeded, "no response came")
    case .loginPage:
      _ = try await execute(request)
      return TransportResponse(head: HTTPResponse(status: .ok), body: .data(Data("<html>".utf8)))
    case .otherListing:
      let response = try await execute(request)
      guard request.head.path?.hasSuffix("archived") == false else { return response }
      let other = HTTPRequest(method: .get, scheme: "http", authority: "market.test", path: "/api/products/1")
      return try await MockTransport(fixture.mock).send(TransportRequest(head: other))
    case .crashBefore: throw crash(process)
    case .crashAfter:
      _ = try? await execute(request)
      throw crash(process)
    case .middleBefore, .middleAfter:
      let middle = MiddleResponse(using: &random)
      note("\(line): \(middle)")
      if fault == .middleAfter { _ = try await execute(request) }
      return middle.response
    }
  }

  private func crash(_ process: Int) -> CancellationError {
    outboxes[process].driver.abandon()
    return CancellationError()
  }

  private func execute(_ request: TransportRequest) async throws -> TransportResponse {
    if !held.isEmpty, isFaulty, chance(30) {
      let next = held.removeFirst()
      note("a held \(next.request.name) arrives")
      _ = try? await MockTransport(fixture.mock).send(next.request)
    }
    return habits.applied(to: try await MockTransport(fixture.mock).send(request))
  }

  private static func response(
    _ status: HTTPResponse.Status, _ fields: HTTPFields = [:]
  ) -> TransportResponse {
    TransportResponse(
      head: HTTPResponse(status: status, headerFields: fields),
      body: .data(Data(#"{"code":\#(status.code),"message":"on purpose"}"#.utf8)))
  }
}

extension TransportRequest {
  /// With the body as it is now: files may change before it arrives.
  fileprivate func captured() async throws -> TransportRequest {
    var copy = self
    copy.deadline = nil
    copy.onProgress = nil
    switch body {
    case .stream(_, let make):
      var data = Data()
      for try await chunk in make() { data.append(chunk) }
      copy.body = .data(data)
    case .file(let url): copy.body = .data(try Data(contentsOf: url))
    case .none, .data: break
    }
    return copy
  }
}
