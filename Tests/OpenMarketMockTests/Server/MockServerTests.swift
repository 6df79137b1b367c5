import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketMock
import Testing

@Suite("Server over sockets: requests and answers", .timeLimit(.minutes(1)))
struct MockServerTests {
  @Test("a connection serves several requests, head and body in the announced length")
  func keepAlive() async throws {
    try await withServer { client in
      for path in ["/a", "/b?c=d"] {
        await client.send("GET \(path) HTTP/1.1\nHost: x\n\n")
        let body = "GET \(path) 0"
        #expect(
          await client.receive(through: body)
            == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(body.count)\r\n\r\n\(body)")
      }
    }
  }

  @Test("pipelined requests are answered in order, however slow the first")
  func pipelining() async throws {
    try await withServer { client in
      await client.send(
        "GET /slow HTTP/1.1\nHost: x\n\nGET /b HTTP/1.1\nHost: x\n\nGET /c HTTP/1.1\nHost: x\n\n")
      let answers = await client.receive(through: "GET /c 0")
      let order = answers.matches(of: /GET \/\w+/).map { String($0.output) }
      #expect(order == ["GET /slow", "GET /b", "GET /c"])
    }
  }
}
