import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketMock
import Testing

@testable import OpenMarketHTTP

@Suite(
  "Request bodies are sent whole, in every form", .overEachTransport, .namingTransport,
  .timeLimit(.minutes(5)))
struct TransportUploadTests {
  private static let bytes = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 251) })

  /// What the server gets when `body` is sent to it.
  private func received(
    _ body: RequestBody, transport: any HTTPTransport = makeTransport(),
    onProgress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> MockRequest {
    let requests = Recorder<MockRequest>()
    try await withServer { request in
      requests.record(request)
      return MockResponse(.created)
    } _: { server in
      var request = TransportRequest(.post, server.url, body: body)
      request.onProgress = onProgress
      _ = try await transport.send(request)
    }
    return try #require(requests.all.first)
  }

  private func stream(_ chunks: [Data], length: Int64?) -> RequestBody {
    .stream(length: length) {
      AsyncThrowingStream { continuation in
        for chunk in chunks { continuation.yield(chunk) }
        continuation.finish()
      }
    }
  }

  private func chunks(of bytes: Data, size: Int) -> [Data] {
    stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
  }

  @Test("Bytes in memory", arguments: [0, 1, 65_536, 1_000_000])
  func data(count: Int) async throws {
    let request = try await received(.data(Self.bytes.prefix(count)))
    #expect(request.body == Self.bytes.prefix(count))
    #expect(request.head.headerFields[.contentLength] == String(count))
  }

  @Test("A long body may be on its way, in silence, for longer than any response may be")
  func slowLink() async throws {
    var settings = TransportSettings()
    settings.idleTimeout = .milliseconds(600)
    let transport = makeTransport(settings)
    try await withServer { _ in
      var response = MockResponse(.created)
      response.delay = .milliseconds(1_500)
      return response
    } _: { server in
      let request = TransportRequest(.post, server.url, body: .data(Self.bytes))
      let response = try await transport.send(request)
      #expect(response.head.status == .created)
    }
  }

  @Test("A file, also through a link", arguments: [0, 1, 65_536, 1_000_000], [false, true])
  func file(count: Int, isLinked: Bool) async throws {
    try await withFolder { folder in
      var url = folder.appendingPathComponent("파일.bin")
      try Self.bytes.prefix(count).write(to: url)
      if isLinked {
        let link = folder.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
        url = link
      }
      let request = try await received(.file(url))
      #expect(request.body == Self.bytes.prefix(count))
      #expect(request.head.headerFields[.contentLength] == String(count))
    }
  }

  @Test("A stream, its length announced in any case", arguments: [0, 1, 65_536, 1_000_000], [true, false])
  func stream(count: Int, isMeasured: Bool) async throws {
    try await withFolder { folder in
      var configuration = TransportSettings()
      configuration.temporaryFolder = folder
      let bytes = Self.bytes.prefix(count)
      let request = try await received(
        stream(chunks(of: bytes, size: 10_007), length: isMeasured ? Int64(count) : nil),
        transport: makeTransport(configuration))
      #expect(request.body == bytes)
      #expect(request.head.headerFields[.contentLength] == String(count))
      let isClean = try await eventually {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty
      }
      #expect(isClean)
    }
  }

  @Test("A stream of another length than announced is refused", arguments: [-1, 1] as [Int64])
  func wrongLength(excess: Int64) async throws {
    let error = try await transportError {
      _ = try await received(stream([Data(count: 10)], length: 10 - excess))
    }
    #expect(error.fault == .invalidRequest)
  }

  @Test("A stream that fails is refused with the reason, and with its own error underneath")
  func failingStream() async throws {
    struct Broken: LocalizedError { let errorDescription: String? = "no more paper" }
    let error = try await transportError {
      _ = try await received(
        .stream(length: nil) { AsyncThrowingStream { $0.finish(throwing: Broken()) } })
    }
    #expect(error.fault == .invalidRequest)
    #expect(error.cause is Broken)
    #expect(error.message == "The body's stream failed: no more paper")
  }

  @Test("A body that is no readable file is refused before anything is sent")
  func notAFile() async throws {
    try await withFolder { folder in
      let urls = [
        folder, folder.appendingPathComponent("missing"), URL(string: "http://h/a"),
        URL(string: "file:/dev/null"),
      ]
      for url in urls {
        let error = try await transportError { _ = try await received(.file(try #require(url))) }
        #expect(error.fault == .invalidRequest, "\(String(describing: url)): \(error)")
      }
    }
  }

  @Test("A temporary folder that cannot be written to is an error of its own")
  func noTemporaryFolder() async throws {
    var configuration = TransportSettings()
    configuration.temporaryFolder = URL(fileURLWithPath: "/missing")
    let error = try await transportError {
      _ = try await received(
        stream([Self.bytes], length: nil), transport: makeTransport(configuration))
    }
    #expect(error.fault == .cannotWriteFile)
  }

  enum Obstacle: CaseIterable { case noFolder, brokenStream, deadline, cancellation, none }

  @Test(
    "An attempt whose body could not be readied is not counted, as nothing was sent",
    arguments: Obstacle.allCases)
  func unsent(_ obstacle: Obstacle) async throws {
    struct Broken: Error {}
    try await withServer { _ in
      MockResponse(.created)
    } _: { server in
      var configuration = TransportSettings()
      if obstacle == .noFolder { configuration.temporaryFolder = URL(fileURLWithPath: "/missing") }
      let transport = makeTransport(configuration)
      let body =
        obstacle == .brokenStream
        ? .stream(length: nil) { AsyncThrowingStream { $0.finish(throwing: Broken()) } }
        : stream([Self.bytes], length: nil)
      var request = TransportRequest(.post, server.url, body: body)
      if obstacle == .deadline { request.deadline = request.clock.now }
      if obstacle == .cancellation {
        request.body = .stream(length: nil) {
          AsyncThrowingStream {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            $0.finish()
          }
        }
      }
      // One of the same call that was sent before stays counted.
      request.call.noteAttempt()
      request.call.noteAttempt()
      let response = await Task { [request] in try await transport.send(request) }.result
      #expect(((try? response.get()) != nil) == (obstacle == .none))
      #expect(request.call.attempts == (obstacle == .none ? 2 : 1))
    }
  }

  enum Form: CaseIterable { case data, file, stream }

  @Test("Progress of an upload grows to the whole and repeats nothing", arguments: Form.allCases)
  func progress(form: Form) async throws {
    try await withFolder { folder in
      let url = folder.appendingPathComponent("a")
      try Self.bytes.write(to: url)
      let body: RequestBody =
        switch form {
        case .data: .data(Self.bytes)
        case .file: .file(url)
        case .stream: stream([Self.bytes], length: nil)
        }
      let reports = Recorder<TransferProgress>()
      _ = try await received(body, onProgress: { if $0.direction == .upload { reports.record($0) } })
      let all = reports.all
      #expect(all.count > 2)
      #expect(all.last == TransferProgress(direction: .upload, completed: 1_000_000, total: 1_000_000))
      #expect(all.map(\.completed) == Set(all.map(\.completed)).sorted())
    }
  }

  @Test("A 413 sent early in an upload is a response", arguments: Form.allCases)
  func refusedEarly(form: Form) async throws {
    let bytes = Data(count: 20_000_000)
    try await withFolder { folder in
      let url = folder.appendingPathComponent("a")
      try bytes.write(to: url)
      let body: RequestBody =
        switch form {
        case .data: .data(bytes)
        case .file: .file(url)
        case .stream: stream([bytes], length: nil)
        }
      try await withServer { request in
        MockResponse(request.bodyExceedsLimit ? .contentTooLarge : .ok, text: "too large")
      } _: { server in
        let response = try await makeTransport().send(TransportRequest(.post, server.url, body: body))
        #expect(response.head.status == .contentTooLarge)
        #expect(try await response.body.text() == "too large")
      }
    }
  }
}
