import Foundation
import HTTPTypes
import Logging
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarketHTTP

@Suite struct LoggingTests {
  private final class Lines: Sendable {
    struct Line: Sendable {
      let level: Logger.Level
      let message: String
      let metadata: [String: String]
    }
    private let lines = Mutex<[Line]>([])
    var all: [Line] { lines.withLock { $0 } }
    func append(_ line: Line) { lines.withLock { $0.append(line) } }
  }

  private struct Recorder: LogHandler {
    let lines: Lines
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      lines.append(
        Lines.Line(
          level: event.level, message: "\(event.message)",
          metadata: (event.metadata ?? [:]).mapValues { "\($0)" }))
    }
  }

  private let lines = Lines()

  private func client(_ transport: ScriptedTransport, level: Logger.Level) throws -> HTTPClient {
    try plainClient(transport) {
      $0.logger = Logger(label: "test") { _ in Recorder(lines: lines, logLevel: level) }
      $0.maxAttempts = 3
      $0.time.jitter = { 0 }
      $0.headers = [.authorization: "Bearer private", .identifier: "private", .accept: "image/*"]
    }
  }

  @Test("A call is one line with method, template, status, attempts and bytes")
  func oneLine() async throws {
    try await ScriptedTransport.play([.get("/things/private", .response(200, body: "12345"))]) { transport in
      try await client(transport, level: .debug).send(ShowThing(id: "private"))
    }
    let line = try #require(lines.all.first)
    #expect(lines.all.count == 1)
    #expect(line.level == .debug)
    #expect(line.message == "request finished")
    #expect(Set(line.metadata.keys) == ["method", "template", "attempts", "duration", "status", "bytes"])
    #expect(line.metadata["template"] == "/things/{id}")
    #expect(line.metadata["bytes"] == "5")
    #expect(line.metadata["attempts"] == "1")
  }

  @Test("Retries and failures are logged with their codes")
  func failures() async throws {
    try await ScriptedTransport.play([
      .get("/numbers", .response(503)), .get("/numbers", .fail(.connectionLost)),
      .get("/numbers", .fail(.connectionLost)),
    ]) { transport in
      _ = try? await client(transport, level: .debug).send(.numbers)
    }
    #expect(
      lines.all.map(\.message)
        == ["request will be retried", "request will be retried", "request failed"])
    #expect(
      lines.all.map { $0.metadata["status"] ?? $0.metadata["fault"] } == [
        "503", "connectionLost", "connectionLost",
      ])
    #expect(lines.all.last?.level == .info)
    #expect(lines.all.last?.metadata["attempts"] == "3")
  }

  @Test("Even at the finest level no path, query, body or unknown field's value appears")
  func secrets() async throws {
    try await ScriptedTransport.play([
      .get(
        "/numbers?q=private",
        .json(#"["private"]"#, [.setCookie: "private", .eTag: "\"v1\""])),
      .init(.post, "/things", .response(500, body: #"{"message":"private"}"#)),
    ]) { transport in
      let client = try client(transport, level: .trace)
      _ = try? await client.send(ListNumbers(queryItems: [QueryItem("q", "private")]))
      _ = try? await client.send(.add(.data(Data("private".utf8))))
    }
    #expect(lines.all.count == 4)
    for line in lines.all {
      #expect(!line.message.contains("private"))
      #expect(!line.metadata.values.contains { $0.contains("private") }, "\(line)")
    }
    let fields = lines.all.compactMap { $0.metadata["fields"] }.joined()
    #expect(fields.contains("Accept: image/*") && fields.contains("ETag: \"v1\""))
    #expect(fields.contains("Authorization: ‹hidden›") && fields.contains("identifier: ‹hidden›"))
  }

  @Test("Without a logger of the app's nothing is logged")
  func silent() {
    #expect(HTTPClient.Configuration().logger.handler is SwiftLogNoOpLogHandler)
  }
}
