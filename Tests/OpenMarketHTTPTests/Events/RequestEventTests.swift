import Foundation
import HTTPTypes
import Logging
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarketHTTP

@Suite(.timeLimit(.minutes(5))) struct RequestEventTests {
  private let events = MarketEvents(isTraced: true)

  private func client(
    _ transport: ScriptedTransport, _ configure: (inout HTTPClient.Configuration) -> Void = { _ in }
  ) throws -> HTTPClient {
    try plainClient(transport) {
      $0.events = events
      $0.time.jitter = { 0 }
      configure(&$0)
    }
  }

  /// All events so far; there will be no more.
  private func records() async -> [EventRecord] {
    events.finish()
    return await events.stream().reduce(into: []) { $0.append($1.record) }
  }

  @Test("a request is two events with one number and one cause: its beginning, and its end with what came")
  func oneRequest() async throws {
    try await ScriptedTransport.play([.get("/things/private", .response(200, body: "12345"))]) { transport in
      try await MarketEvent.withCause("tap") {
        try await client(transport).send(ShowThing(id: "private"))
      }
    }
    let records = await records()
    #expect(records.map(\.kind) == ["requestStarted", "requestFinished"])
    #expect(records.map(\.number) == [1, 2])
    #expect(records.first?.request != nil && records.first?.request == records.last?.request)
    #expect(records.allSatisfy { $0.cause?.name == "tap" && $0.template == "/things/{id}" })
    let end = try #require(records.last)
    #expect((end.status, end.bytes, end.attempts, end.outcome) == (200, 5, 1, "network"))
    #expect(end.failure == nil && end.duration != nil)
    let text = try records.map { String(decoding: try EventJSON.line($0), as: UTF8.self) }.joined()
    #expect(!text.contains("private") && !records.description.contains("private"))
  }

  @Test("the verdict says where a response is from")
  func verdicts() async throws {
    let fields: HTTPFields = [.eTag: "\"a\"", .cacheControl: "max-age=60"]
    try await ScriptedTransport.play([
      .get("/numbers", .json("[1]", fields)), .get("/numbers", .response(304)),
    ]) { transport in
      let client = try client(transport) { $0.responseCacheLimit = 1 << 20 }
      _ = try await client.send(.numbers)
      _ = try await client.send(.numbers)
      _ = try await client.send(.numbers, options: RequestOptions { $0.cachePolicy = .revalidate })
    }
    let ends = await records().filter { $0.kind == "requestFinished" }
    #expect(ends.map(\.outcome) == ["network", "fresh", "revalidated"])
    #expect(ends.map(\.attempts) == [1, 0, 1])
  }

  @Test("who joins a request in flight says so, and has no attempt")
  func shared() async throws {
    // On a busy machine the second caller came more than three seconds after the first.
    let sharing = SharingMiddleware(clock: AnyClock(ManualClock()))
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let held = ScriptedTransport.Reply.perform { _ in
      for await _ in gate {}
      return TransportResponse(head: HTTPResponse(status: .ok), body: .data(Data("[1]".utf8)))
    }
    try await ScriptedTransport.play([.get("/numbers", held)]) { transport in
      let client = try client(transport) { $0.middlewares = [sharing] }
      let tasks = (0..<2).map { _ in Task { try await client.send(.numbers) } }
      let request = try client.makeRequest(for: ListNumbers(), options: RequestOptions())
      while sharing.waiterCount(for: request) < 2, !Task.isCancelled { await giveWay() }
      open.finish()
      for task in tasks { #expect(try await task.value == [1]) }
    }
    let ends = await records().filter { $0.kind == "requestFinished" }
    #expect(Set(ends.map { "\($0.outcome ?? "") \($0.attempts ?? -1)" }) == ["network 1", "shared 0"])
  }

  @Test("a retry is an event between, with the reason and the delay")
  func retries() async throws {
    try await ScriptedTransport.play([
      .get("/numbers", .response(503)), .get("/numbers", .fail(.connectionLost)),
      .get("/numbers", .json("[1]")),
    ]) { transport in
      let client = try client(transport) { $0.maxAttempts = 3 }
      _ = try await client.send(.numbers)
    }
    let records = await records()
    #expect(
      records.map(\.kind) == ["requestStarted", "requestRetried", "requestRetried", "requestFinished"])
    #expect(Set(records.map(\.request)).count == 1)
    #expect(records[1].status == 503 && records[1].duration == .zero && records[1].attempts == 1)
    #expect(records[2].failure == "connectionLost" && records[2].attempts == 2)
    #expect(records[3].attempts == 3)
  }

  @Test("a failure has its code and no text; one that is cancelled says so")
  func failures() async throws {
    try await ScriptedTransport.play([
      .get("/numbers", .fail(.cannotConnect)), .get("/numbers", .response(404, body: "private")),
      .get("/numbers", .hang),
    ]) { transport in
      let client = try client(transport)
      for _ in 0..<2 { await #expect(throws: HTTPError.self) { _ = try await client.send(.numbers) } }
      let task = Task { try await client.send(.numbers) }
      while transport.requests.count < 3, !Task.isCancelled { await giveWay() }
      task.cancel()
      await #expect(throws: CancellationError.self) { _ = try await task.value }
    }
    let ends = await records().filter { $0.kind == "requestFinished" }
    #expect(ends.map(\.failure) == ["cannotConnect", nil, "cancelled"])
    #expect(ends.map(\.status) == [nil, 404, nil])
  }

  @Test("where events are not traced there are none, and no request has a number")
  func off() async throws {
    let silent = MarketEvents()
    let seen = Mutex<[UInt64?]>([])
    let reply = ScriptedTransport.Reply.perform { request in
      seen.withLock { $0.append(request.call.eventNumber) }
      return TransportResponse(head: HTTPResponse(status: .ok), body: .data(Data("[1]".utf8)))
    }
    try await ScriptedTransport.play([.get("/numbers", reply)]) { transport in
      _ = try await client(transport) { $0.events = silent }.send(.numbers)
    }
    silent.finish()
    #expect(await silent.stream().reduce(0) { count, _ in count + 1 } == 0)
    #expect(seen.withLock { $0 } == [nil])
  }

  @Test("ten thousand events and their listener take 8 MB at most, and what was before is gone")
  func ring() async {
    for number in 0..<12_000 {
      events.trace(.stored) { ($0.outcome, $0.count) = ("products", number) }
    }
    let records = await records()
    #expect(records.count == MarketEvents.capacity)
    #expect(records.first?.number == 2_001 && records.last?.number == 12_000)
    #expect(MemoryLayout<MarketEvent>.stride * MarketEvents.capacity < 8_000_000)
  }
}
