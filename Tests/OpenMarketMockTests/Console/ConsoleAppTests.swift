import Foundation
import OpenMarket
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import MockConsole

@Suite("Console: the app beside the market", .timeLimit(.minutes(5)))
struct ConsoleAppTests {
  private static func get(_ path: String, from server: URL) async throws -> RawResponse {
    let client = try RawClient(server)
    let head = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port ?? 0)\r\nConnection: close\r\n\r\n"
    await client.send(Data(head.utf8))
    return RawResponse(await client.receiveToEnd().text)
  }

  /// The part about the app of the record after an event.
  private func app(_ console: ServedConsole, after event: Int = 0, knowing change: Int = 0) async throws
    -> [String: Any]
  {
    let path = MockConsole.path + "/record?epoch=1&event=\(event)&app=\(change)"
    return try #require(try await console.send("GET", path).object["app"] as? [String: Any])
  }

  @Test("Where no app is followed, the record says so")
  func none() async throws {
    try await withConsole { console in
      console.recorder.note(app: .event(Array("{}".utf8)))
      let record = try await console.send("GET", MockConsole.path + "/record").object
      #expect(record["app"] is NSNull)
    }
  }

  @Test("What the app tells is given from a place on; how it stands, only to whoever does not know it")
  func places() async throws {
    try await withConsole { console in
      console.recorder.followApp()
      console.recorder.note(app: .hello(Array(#"{"program":"p"}"#.utf8)))
      console.recorder.note(app: .snapshot(Array(#"{"outbox":[]}"#.utf8)))
      for number in 1...3 { console.recorder.note(app: .event(Array("{\"number\":\(number)}".utf8))) }
      let first = try await app(console, after: 1)
      #expect((first["lines"] as? [[String: Int]])?.compactMap { $0["number"] } == [2, 3])
      #expect(first["first"] as? Int == 2 && first["last"] as? Int == 3)
      #expect(first["isConnected"] as? Bool == true && first["snapshot"] is [String: Any])
      let second = try await app(console, after: 3, knowing: try #require(first["change"] as? Int))
      #expect((second["lines"] as? [Any])?.isEmpty == true)
      #expect(second["isConnected"] == nil && second["hello"] == nil)
      console.recorder.note(app: .gone)
      let third = try await app(console, after: 3, knowing: try #require(first["change"] as? Int))
      #expect(third["isConnected"] as? Bool == false && third["snapshot"] is [String: Any])
    }
  }

  @Test("The latest events are held, none that is too long, and a reader learns where they begin")
  func bounds() async throws {
    try await withConsole { console in
      console.recorder.followApp()
      let long = Array("\"\(String(repeating: "x", count: AppLog.longestLine))\"".utf8)
      for number in 1...(AppLog.mostLines + 5) {
        console.recorder.note(app: .event(Array("\(number)".utf8)))
        console.recorder.note(app: .event(long))
      }
      let app = try await app(console, after: 2)
      #expect(app["first"] as? Int == 6 && app["last"] as? Int == AppLog.mostLines + 5)
      #expect(app["lines"] as? [Int] == Array(6...1_005))
    }
  }

  @Test("An event wakes a reader that waits")
  func waking() async throws {
    try await withConsole { console in
      console.recorder.followApp()
      let mark = try await console.record()
      let path = "?epoch=\(mark.epoch)&after=\(mark.last)&change=\(mark.change)&event=0&app=0&wait=25"
      async let woken = console.send("GET", MockConsole.path + "/record" + path).object["app"]
      // Whether it waits already or not: it has the event.
      console.recorder.note(app: .event(Array("7".utf8)))
      let app = try #require(try await woken as? [String: Any])
      #expect(app["lines"] as? [Int] == [7])
    }
  }

  @Test(
    "`mock-server --inspect` follows an app from its start to its end, and the next one at the same socket")
  func followed() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
    let socket = folder.url.appending(path: "s")
    let command = try RunningCommand(["--port", "0", "--products", "30", "--inspect", socket.path])
    let server = try #require(try await command.address())
    /// What the console has of the app, as soon as it fits.
    func seen(_ fits: ([String: Any]) -> Bool) async throws -> [String: Any] {
      while true {
        try Task.checkCancellation()
        let record = try await Self.get(MockConsole.path + "/record", from: server).object
        let app = try #require(record["app"] as? [String: Any])
        if fits(app) { return app }
        await giveWay()
      }
    }
    for start in 1...2 {
      let market = try Marketplace(server: server, folder: folder.url.appending(path: "store\(start)")) {
        $0.inspectorSocket = socket
        $0.inspectorWait = .seconds(60)
      }
      _ = try await market.products()
      // Of each start there is one page.
      let running = try await seen { app in
        let events = app["lines"] as? [[String: Any]] ?? []
        return events.count { $0["template"] as? String == "/api/products" && $0["status"] as? Int == 200 }
          == start
      }
      #expect(running["isConnected"] as? Bool == true)
      try await market.close()
      let ended = try await seen { $0["isConnected"] as? Bool == false }
      let store = (ended["snapshot"] as? [String: Any])?["store"] as? [String: Any]
      #expect(store?["products"] as? Int == 20)
    }
    command.signal(SIGTERM)
    #expect(await command.finish().status == 0)
  }

  @Test("A path that can never be an app's socket is refused in words, and the market goes on")
  func noSocket() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "file")
    try Data("x".utf8).write(to: file)
    let command = try RunningCommand(["--port", "0", "--inspect", file.path])
    let server = try #require(try await command.address())
    #expect(try await Self.get("/healthChecker", from: server).status == 200)
    command.signal(SIGTERM)
    let ending = await command.finish()
    #expect(ending.status == 0 && ending.errors.contains("name the socket of an app"), "\(ending.errors)")
  }
}
