import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketMock
import Testing

@testable import OpenMarketHTTP

@Suite(
  "Bodies go where the request wants them", .overEachTransport, .namingTransport, .timeLimit(.minutes(5)))
struct TransportDestinationTests {
  private let transport = makeTransport()

  // MARK: Stream

  @Test("The head of a stream arrives before its body has ended")
  func streamHead() async throws {
    try await withWire("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc", then: .keepOpen) { server in
      var request = TransportRequest(.get, server.url)
      request.destination = .stream
      let response = try await transport.send(request)
      #expect(response.head.headerFields[.contentLength] == "1000")
      guard case .stream(let chunks) = response.body else { throw WrongForm() }
      var iterator = chunks.makeAsyncIterator()
      #expect(try await iterator.next() == Data("abc".utf8))
    }
  }

  @Test("A stream carries the whole body in order")
  func wholeStream() async throws {
    let bytes = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 251) })
    try await withServer { _ in
      MockResponse(body: bytes)
    } _: { server in
      var request = TransportRequest(.get, server.url)
      request.destination = .stream
      let received = try await transport.send(request).body.bytes()
      #expect(received == bytes)
    }
  }

  @Test("Leaving a stream in the middle closes the connection")
  func leaveStream() async throws {
    try await withWire("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc", then: .keepOpen) { server in
      var request = TransportRequest(.get, server.url)
      request.destination = .stream
      func takeOne() async throws {
        guard case .stream(let chunks) = try await transport.send(request).body else { throw WrongForm() }
        for try await _ in chunks { break }
      }
      try await takeOne()
      await server.connectionEnded()
    }
  }

  @Test("Dropping a stream without looking closes the connection")
  func dropStream() async throws {
    try await withWire("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc", then: .keepOpen) { server in
      var request = TransportRequest(.get, server.url)
      request.destination = .stream
      _ = try await transport.send(request)
      await server.connectionEnded()
    }
  }

  @Test("A stream that is cut off ends with an error, after what had come")
  func truncatedStream() async throws {
    try await withWire("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc") { server in
      var request = TransportRequest(.get, server.url)
      request.destination = .stream
      let received = Recorder<Data>()
      let error = try await transportError {
        guard case .stream(let chunks) = try await transport.send(request).body else { throw WrongForm() }
        for try await chunk in chunks { received.record(chunk) }
      }
      #expect(error.fault == .truncatedBody)
      #expect(received.all == [Data("abc".utf8)])
    }
  }

  // MARK: File

  @Test("A file is put in place whole, over the old one, and nothing is left beside it")
  func file() async throws {
    let bytes = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 251) })
    try await withFolder { folder in
      let url = folder.appendingPathComponent("의자.jpg")
      try Data("old".utf8).write(to: url)
      try await withServer { _ in
        MockResponse(body: bytes)
      } _: { server in
        var request = TransportRequest(.get, server.url)
        request.destination = .file(url)
        guard case .file(url) = try await transport.send(request).body else { throw WrongForm() }
      }
      #expect(try Data(contentsOf: url) == bytes)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["의자.jpg"])
    }
  }

  @Test(
    "A failed download leaves the old file and nothing beside it",
    arguments: [
      MockResponse.Delivery.truncate(afterBytes: 50_000), .resetMidBody(afterBytes: 50_000), .reset, .garbage,
    ])
  func failedFile(delivery: MockResponse.Delivery) async throws {
    try await withFolder { folder in
      let url = folder.appendingPathComponent("a")
      try Data("old".utf8).write(to: url)
      try await withServer { _ in
        MockResponse(body: Data(count: 100_000), delivery: delivery)
      } _: { server in
        var request = TransportRequest(.get, server.url)
        request.destination = .file(url)
        _ = try await transportError { _ = try await transport.send(request) }
      }
      #expect(try Data(contentsOf: url) == Data("old".utf8))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
    }
  }

  @Test(
    "A response that is not 2xx comes in memory, whatever was wanted",
    arguments: [ResponseDestination.stream, .file(URL(fileURLWithPath: "/tmp/never-\(UUID().uuidString)"))])
  func errorPage(destination: ResponseDestination) async throws {
    try await withServer { _ in
      MockResponse(.notFound, text: "not here")
    } _: { server in
      var request = TransportRequest(.get, server.url)
      request.destination = destination
      let response = try await transport.send(request)
      guard case .data(Data("not here".utf8)) = response.body else { throw WrongForm() }
      if case .file(let url) = destination { #expect(!FileManager.default.fileExists(atPath: url.path)) }
    }
  }

  @Test("A file that cannot be written is refused before anything is sent")
  func unwritableFile() async throws {
    try await withFolder { folder in
      let requests = Recorder<Void>()
      try Data().write(to: folder.appendingPathComponent("file"))
      try await withServer { _ in
        requests.record(())
        return MockResponse()
      } _: { server in
        for path in ["missing/a", "file/a", "", "/proc/a"] {
          var request = TransportRequest(.get, server.url)
          request.destination = .file(
            path.hasPrefix("/") ? URL(fileURLWithPath: path) : folder.appending(path: path))
          let error = try await transportError { _ = try await transport.send(request) }
          #expect(error.fault == .cannotWriteFile, "\(path): \(error)")
        }
      }
      #expect(requests.all.isEmpty)
    }
  }

  @Test(
    "A full disk is an error of its own", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func diskFull() async throws {
    try await withFolder { folder in
      let part = folder.appendingPathComponent("part")
      try FileManager.default.createSymbolicLink(atPath: part.path, withDestinationPath: "/dev/full")
      let file = try PartialFile(part: part, destination: folder.appendingPathComponent("whole"))
      let error = try await transportError { try file.append(Data("x".utf8)) }
      #expect(error.fault == .cannotWriteFile)
    }
  }

  // MARK: Limits

  @Test("A response of just the limit is accepted", arguments: [nil, "chunked"])
  func justTheLimit(encoding: String?) async throws {
    try await withServer { _ in
      MockResponse(.ok, encoding.map { [.transferEncoding: $0] } ?? [:], body: Data(count: 70_000))
    } _: { server in
      var request = TransportRequest(.get, server.url)
      request.responseLimit = 70_000
      let count = try await transport.send(request).body.bytes().count
      #expect(count == 70_000)
    }
  }

  @Test(
    "A longer response than the limit is refused, announced or not, wherever it goes",
    arguments: [nil, "chunked"],
    [ResponseDestination.memory, .stream, .file(URL(fileURLWithPath: "/tmp/never"))])
  func tooLarge(encoding: String?, destination: ResponseDestination) async throws {
    try await withServer { _ in
      MockResponse(.ok, encoding.map { [.transferEncoding: $0] } ?? [:], body: Data(count: 70_001))
    } _: { server in
      var request = TransportRequest(.get, server.url)
      request.responseLimit = 70_000
      request.destination = destination
      let error = try await transportError { _ = try await transport.send(request).body.bytes() }
      #expect(error.fault == .responseTooLarge)
    }
  }

  @Test("The page of an error that is too long says nothing of what was wanted", arguments: [nil, "chunked"])
  func tooLargePage(encoding: String?) async throws {
    try await withServer { _ in
      MockResponse(
        .serviceUnavailable, encoding.map { [.transferEncoding: $0] } ?? [:], body: Data(count: (1 << 20) + 1)
      )
    } _: { server in
      var request = TransportRequest(.get, server.url)
      request.destination = .stream
      let error = try await transportError { _ = try await transport.send(request).body.bytes() }
      #expect(error.fault == .invalidResponse)
    }
  }

  @Test("The limit holds for what a small gzip body unpacks to")
  func bomb() async throws {
    let body = try #require(Data(base64Encoded: Self.zeroes))
    try await withServer { _ in
      MockResponse(.ok, [.contentEncoding: "gzip"], body: body)
    } _: { server in
      var request = TransportRequest(.get, server.url)
      request.responseLimit = 100_000
      let error = try await transportError { _ = try await transport.send(request) }
      #expect(error.fault == .responseTooLarge)
    }
  }

  /// 150,000 zeroes: `head -c 150000 /dev/zero | gzip -9n | base64`.
  private static let zeroes =
    """
    H4sIAAAAAAACA+3BMQEAAADCoPVPbQsvoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB4GN2FeJjwSQIA
    """
}

private struct WrongForm: Error {}
