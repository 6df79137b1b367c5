import Foundation
import HTTPTypes
import Logging
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketMock
import Synchronization
import Testing

/// What was logged, and the texts of errors.
private final class Transcript: Sendable {
  private let lines = Mutex<[String]>([])

  var text: String { lines.withLock { $0.joined(separator: "\n") } }

  func append(_ line: String) { lines.withLock { $0.append(line) } }

  /// Runs `call` and keeps every text of the error that it must throw.
  func record(_ call: () async throws -> some Any) async {
    do {
      _ = try await call()
      Issue.record("no error")
    } catch {
      var dumped = ""
      dump(error, to: &dumped)
      for text in ["\(error)", String(reflecting: error), dumped, error.localizedDescription] { append(text) }
    }
  }
}

/// Keeps every line that is logged, with metadata.
private struct RecordingHandler: LogHandler {
  let transcript: Transcript
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    transcript.append("\(event.message) \(metadata) \(event.metadata ?? [:])")
  }
}

@Suite("Secrets in logs and errors")
struct LoggedSecretsTests {
  @Test("neither the log at its finest nor any error shows a secret, an identifier or a deletion's path")
  func nothingLeaks() async throws {
    let transcript = Transcript()
    let vendor = MarketplaceMock.Vendor.sample
    let mock = MarketplaceMock { $0.productCount = 0 }
    let client = try testClient(MockTransport(mock), as: .sample()) {
      $0.logger = Logger(label: "test") { _ in RecordingHandler(transcript: transcript) }
    }
    let id = try await client.sell(.good, photos: [.jpeg]).id
    for action in [Fault.Action.status(.forbidden), .disconnect, .truncate(afterBytes: 3), .garbage] {
      mock.removeFaults()
      mock.addFault(Fault(action, times: 9))
      await transcript.record { try await client.edit(id, ProductChanges(stock: 2)) }
      await transcript.record { try await client.sell(.good, photos: [.jpeg]) }
      await transcript.record { try await client.delete(id) }
    }
    mock.removeFaults()
    mock.addFault(Fault(.status(.internalServerError), on: .init(.delete), times: 9))
    await transcript.record { try await client.delete(id) }

    let path = try #require(mock.requestLog.last { $0.method == .delete }?.target)
    let key = try #require(path.split(separator: "/").last)
    let text = transcript.text
    #expect(text.contains("request finished") && text.contains("request failed"))
    #expect(!text.contains(vendor.secret))
    #expect(!text.contains(vendor.identifier))
    #expect(!text.contains(key))
  }

  @Test(
    "a message of the server that repeats the secret or the identifier is displayed without them",
    arguments: [
      ("${identifier} sent {secret: ${secret}}", "‹secret› sent {secret: ‹secret›}"),
      ("the secret ${secret}", "the secret ‹secret›"),
      (String(repeating: "x", count: 490) + "${secret}", String(repeating: "x", count: 490) + "‹secret›…"),
    ])
  func echo(template: String, message: String) async throws {
    let secret = "a secret of 28 characters..."
    let body = template.replacing("${secret}", with: secret).replacing("${identifier}", with: "vendor-7")
    let transport = Refusing(body: #"{"code":400,"message":"\#(body)"}"#)
    let client = try testClient(
      transport, as: VendorCredentials(identifier: "vendor-7", secret: secret))
    let edit = await #expect(throws: HTTPError.self) { try await client.edit(1, ProductChanges(stock: 2)) }
    #expect(edit?.serverMessage == message)
    let deletion = await #expect(throws: HTTPError.self) { try await client.delete(1) }
    #expect(deletion?.serverMessage == message)
  }

  @Test("a secret with a blank before it is taken out as a whole")
  func blank() {
    for number in 10..<40 {
      var error = HTTPError(.invalidInput, "", serverMessage: "of  key-\(number) nothing")
      error.hide([Secret(" key-\(number)")])
      #expect(error.serverMessage == "of ‹secret› nothing")
    }
  }
}

/// Refuses every request in the same words.
private struct Refusing: HTTPTransport {
  let body: String

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    TransportResponse(head: HTTPResponse(status: .badRequest), body: .data(Data(body.utf8)))
  }
}
