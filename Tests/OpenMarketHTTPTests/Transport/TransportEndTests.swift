import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarketHTTP

@Suite(
  "Requests end when they are cancelled and at their deadline", .overEachTransport, .namingTransport,
  .timeLimit(.minutes(5)))
struct TransportEndTests {
  static let beginnings = [
    "", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc",
  ]

  @Test("Cancelling throws CancellationError and closes the connection", arguments: beginnings)
  func cancellation(beginning: String) async throws {
    try await withWire(beginning, then: .keepOpen) { server in
      let transport = makeTransport()
      let task = Task { try await transport.send(TransportRequest(.get, server.url)) }
      await server.requestArrived()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      await server.connectionEnded()
    }
  }

  @Test("Cancelling a download in its body closes the connection and removes what there was of the file")
  func cancelledDownload() async throws {
    try await withFolder { folder in
      try await withWire(Self.beginnings[2], then: .keepOpen) { server in
        var request = TransportRequest(.get, server.url)
        request.destination = .file(folder.appendingPathComponent("a"))
        let (progress, moved) = AsyncStream<TransferProgress>.makeStream()
        request.onProgress = { moved.yield($0) }
        let task = Task { [request] in try await makeTransport().send(request) }
        for await report in progress where report.completed == 3 { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await server.connectionEnded()
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test("Cancelling while the body is being made ends that, and nothing is sent")
  func cancelledBody() async throws {
    try await withFolder { folder in
      var configuration = TransportSettings()
      configuration.temporaryFolder = folder
      let transport = makeTransport(configuration)
      let url = try #require(URL(string: "http://127.0.0.1:1"))
      let (chunks, source) = AsyncThrowingStream<Data, any Error>.makeStream()
      source.yield(Data(count: 1_000_000))
      let (asked, asking) = AsyncStream<Void>.makeStream()
      let body = RequestBody.stream(length: nil) {
        asking.yield()
        return chunks
      }
      let task = Task { try await transport.send(TransportRequest(.post, url, body: body)) }
      for await _ in asked { break }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test("A cancelled task sends nothing")
  func cancelledBefore() async throws {
    let requests = Recorder<Void>()
    try await withServer { _ in
      requests.record(())
      return MockResponse()
    } _: { server in
      let task = Task {
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        return try await makeTransport().send(TransportRequest(.get, server.url))
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(requests.all.isEmpty)
  }

  @Test("Cancelling from within a progress report works too")
  func cancelledFromProgress() async throws {
    try await withWire(Self.beginnings[2], then: .keepOpen) { server in
      let sending = Mutex<Task<TransportResponse, any Error>?>(nil)
      var request = TransportRequest(.get, server.url)
      request.onProgress = { _ in sending.withLock { $0 }?.cancel() }
      let task = sending.withLock { sending in
        let task = Task { [request] in try await makeTransport().send(request) }
        sending = task
        return task
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      await server.connectionEnded()
    }
  }

  @Test("The deadline ends the request and closes the connection", arguments: beginnings)
  func deadline(beginning: String) async throws {
    try await withWire(beginning, then: .keepOpen) { server in
      let clock = ManualClock()
      var request = TransportRequest(.get, server.url)
      request.clock = AnyClock(clock)
      request.deadline = request.clock.now.advanced(by: .seconds(10))
      let task = Task { [request] in try await makeTransport().send(request) }
      await server.requestArrived()
      await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(10))
      let error = try await transportError { _ = try await task.value }
      #expect(error.fault == .deadlineExceeded)
      await server.connectionEnded()
      #expect(request.clock.scheduledCallCount == 0)
    }
  }

  @Test("The deadline holds for the body of a stream, after its head was delivered")
  func streamDeadline() async throws {
    try await withWire(Self.beginnings[2], then: .keepOpen) { server in
      let clock = ManualClock()
      var request = TransportRequest(.get, server.url)
      request.destination = .stream
      request.clock = AnyClock(clock)
      request.deadline = request.clock.now.advanced(by: .seconds(10))
      let response = try await makeTransport().send(request)
      await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(10))
      let error = try await transportError { _ = try await response.body.bytes() }
      #expect(error.fault == .deadlineExceeded)
      await server.connectionEnded()
    }
  }

  @Test("The deadline holds while the body is being made")
  func bodyDeadline() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:1"))
    let (chunks, source) = AsyncThrowingStream<Data, any Error>.makeStream()
    source.yield(Data(count: 10))
    let clock = ManualClock()
    var request = TransportRequest(.post, url, body: .stream(length: nil) { chunks })
    request.clock = AnyClock(clock)
    request.deadline = request.clock.now.advanced(by: .seconds(10))
    let task = Task { [request] in try await makeTransport().send(request) }
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(10))
    let error = try await transportError { _ = try await task.value }
    #expect(error.fault == .deadlineExceeded)
  }

  @Test("A deadline in the past sends nothing")
  func pastDeadline() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:1"))
    var request = TransportRequest(.get, url)
    request.deadline = request.clock.now
    let error = try await transportError { _ = try await makeTransport().send(request) }
    #expect(error.fault == .deadlineExceeded)
  }

  @Test("A response in time leaves no timer behind")
  func noTimerLeft() async throws {
    try await withServer { _ in
      MockResponse(text: "in time")
    } _: { server in
      let clock = ManualClock()
      var request = TransportRequest(.get, server.url)
      request.clock = AnyClock(clock)
      request.deadline = request.clock.now.advanced(by: .seconds(10))
      let response = try await makeTransport().send(request)
      #expect(try await response.body.text() == "in time")
      #expect(request.clock.scheduledCallCount == 0)
    }
  }
}
