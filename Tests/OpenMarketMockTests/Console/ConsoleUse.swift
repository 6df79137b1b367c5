import Foundation
import HTTPTypes
import MockConsole
import MockServerNIO
import OpenMarketMock
import Testing

/// A market with a console, served over a socket.
struct ServedConsole {
  let market: MarketplaceMock
  let recorder: ConsoleRecorder
  let server: MockServer

  /// Host and port.
  var authority: String { "127.0.0.1:\(server.url.port ?? 0)" }

  /// Sends a request over a connection of its own, and returns the whole response.
  func send(
    _ method: String = "GET", _ path: String, _ fields: [String] = [], host: String? = nil, body: String = ""
  ) async throws -> RawResponse {
    let client = try RawClient(server.url)
    let lines = ["\(method) \(path) HTTP/1.1", "Host: \(host ?? authority)", "Connection: close"] + fields
    let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
    await client.send(Data(((lines + length).joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
    return RawResponse(await client.receiveToEnd().text)
  }

  /// Sends a request as the console's page does.
  func sendAsPage(_ method: String = "GET", _ path: String, body: String = "") async throws -> RawResponse {
    let fields = ["Sec-Fetch-Site: same-origin", "Authorization: Bearer \(recorder.token)"]
    return try await send(
      method, path, fields + (method == "GET" ? [] : ["Origin: http://\(authority)"]), body: body)
  }

  /// The lines of the log after a number.
  func lines(after index: Int = 0, wait: Int = 0) async throws -> [[String: Any]] {
    let epoch = try await record().epoch
    let response = try await send(
      "GET", "/__mock/console/record?epoch=\(epoch)&after=\(index)&change=0&wait=\(wait)")
    return response.object["lines"] as? [[String: Any]] ?? []
  }

  /// Where the record stands.
  func record() async throws -> (epoch: Int, change: Int, last: Int, first: Int) {
    let object = try await send("GET", "/__mock/console/record").object
    func number(_ name: String) -> Int { object[name] as? Int ?? -1 }
    return (number("epoch"), number("change"), number("last"), number("first"))
  }
}

/// A response, taken apart.
struct RawResponse {
  let status: Int
  let head: String
  let body: String

  init(_ text: String) {
    let parts = text.components(separatedBy: "\r\n\r\n")
    head = parts[0]
    body = parts.dropFirst().joined(separator: "\r\n\r\n")
    status = Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0
  }

  /// The body as a JSON object; empty when it is none.
  var object: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] ?? [:]
  }

  /// The value of a field.
  subscript(_ name: String) -> String? {
    head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }
}

/// Runs `body` with a market of few products and its console.
func withConsole(
  limits: ConsoleRecorder.Limits = .init(), _ server: MockServer.Configuration = .init(),
  market configure: (inout MarketplaceMock.Configuration) -> Void = { $0.productCount = 5 },
  body: (ServedConsole) async throws -> Void
) async throws {
  let recorder = ConsoleRecorder(limits: limits)
  let market = MarketplaceMock {
    configure(&$0)
    recorder.observe(&$0)
  }
  let server = try await MockServer.start(
    handler: MockConsole(recorder, of: market, before: market), configuration: server)
  do {
    try await body(ServedConsole(market: market, recorder: recorder, server: server))
  } catch {
    try await server.stop()
    throw error
  }
  try await server.stop()
}
