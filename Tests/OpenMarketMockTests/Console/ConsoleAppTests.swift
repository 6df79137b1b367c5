import Foundation
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import MockConsole
@testable import OpenMarket

@Suite("Console: the app beside the market", .timeLimit(.minutes(5)))
struct ConsoleAppTests {
  private static func get(_ path: String, from server: URL) async throws -> RawResponse {
    let client = try RawClient(server)
    let head = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port ?? 0)\r\nConnection: close\r\n\r\n"
    await client.send(Data(head.utf8))
    return RawResponse(await client.receiveToEnd().text)
  }

  /// What the console of a server has of the app, as soon as it fits.
  private static func seen(at server: URL, _ fits: ([String: Any]) -> Bool) async throws -> [String: Any] {
    while true {
      try Task.checkCancellation()
      let record = try await Self.get(MockConsole.path + "/record", from: server).object
      let app = try #require(record["app"] as? [String: Any])
      if fits(app) { return app }
      await giveWay()
    }
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

  @Test(
    "Where no app is followed, a reader waits, whatever it says of one; where one is, it is told what it cannot know",
    arguments: [0, -1, 7])
  func waitingForNone(number: Int) async throws {
    let recorder = ConsoleRecorder()
    let mark = ConsoleRecorder.Mark(Query("epoch=1&event=\(number)&app=\(number)"))
    let isOver = Mutex(false)
    let reader = Task {
      _ = await recorder.waitForMore(than: mark, atMost: .seconds(3_600))
      isOver.withLock { $0 = true }
    }
    // One that need not wait is never among those that do.
    while recorder.readerCount == 0, !isOver.withLock({ $0 }), !Task.isCancelled { await giveWay() }
    #expect(recorder.readerCount == 1)
    reader.cancel()
    await reader.value
    // Where one is followed, who does not know how it stands is told at once.
    recorder.followApp()
    if number != 0 { #expect(await recorder.waitForMore(than: mark, atMost: .seconds(3_600))) }
    #expect(recorder.readerCount == 0)
  }

  @Test("What the app tells is given from a place on; how it stands, only to whoever does not know it")
  func places() async throws {
    try await withConsole { console in
      console.recorder.followApp()
      console.recorder.note(app: .hello(Array(#"{"program":"p"}"#.utf8)))
      console.recorder.note(app: .snapshot(Array(#"{"outbox":[]}"#.utf8)))
      for number in 1...3 { console.recorder.note(app: .event(Array("{\"number\":\(number)}".utf8))) }
      // The first line of the app is the first event.
      let first = try await app(console, after: 2)
      #expect((first["lines"] as? [[String: Int]])?.compactMap { $0["number"] } == [2, 3])
      #expect(first["first"] as? Int == 3 && first["last"] as? Int == 4)
      #expect(first["isConnected"] as? Bool == true && first["snapshot"] is [String: Any])
      let second = try await app(console, after: 4, knowing: try #require(first["change"] as? Int))
      #expect((second["lines"] as? [Any])?.isEmpty == true)
      #expect(second["isConnected"] == nil && second["hello"] == nil)
      console.recorder.note(app: .gone)
      let third = try await app(console, after: 4, knowing: try #require(first["change"] as? Int))
      #expect(third["isConnected"] as? Bool == false && third["snapshot"] is [String: Any])
    }
  }

  @Test("The events say where another run of the app begins, also when its first line is too long to be held")
  func runs() async throws {
    try await withConsole { console in
      console.recorder.followApp()
      for program in ["p", String(repeating: "q", count: AppLog.longestLine)] {
        console.recorder.note(app: .hello(Array(#"{"kind":"hello","program":"\#(program)"}"#.utf8)))
        console.recorder.note(app: .event(Array(#"{"kind":"read"}"#.utf8)))
        console.recorder.note(app: .gone)
      }
      let lines = try #require(try await app(console)["lines"] as? [[String: String]])
      #expect(lines.map { $0["kind"] } == ["hello", "read", "hello", "read"])
      #expect(lines.map { $0["program"] } == ["p", nil, nil, nil])
    }
  }

  @Test(
    "A place before the first event is the beginning, and one after the last is the end",
    arguments: [Int.min, -1, 9, Int.max])
  func placesOutside(event: Int) async throws {
    try await withConsole { console in
      console.recorder.followApp()
      for number in 1...3 { console.recorder.note(app: .event(Array("\(number)".utf8))) }
      let app = try await app(console, after: event, knowing: event)
      #expect(app["lines"] as? [Int] == (event < 0 ? [1, 2, 3] : []))
      #expect(app["first"] as? Int == (event < 0 ? 1 : 4) && app["last"] as? Int == 3)
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
    for start in 1...2 {
      let market = try Marketplace(server: server, folder: folder.url.appending(path: "store\(start)")) {
        $0.inspectorSocket = socket
        $0.inspectorWait = .seconds(60)
      }
      _ = try await market.products()
      // Of each start there is one page.
      let running = try await Self.seen(at: server) { app in
        let events = app["lines"] as? [[String: Any]] ?? []
        return events.count { $0["template"] as? String == "/api/products" && $0["status"] as? Int == 200 }
          == start
      }
      #expect(running["isConnected"] as? Bool == true)
      try await market.close()
      let ended = try await Self.seen(at: server) { $0["isConnected"] as? Bool == false }
      let store = (ended["snapshot"] as? [String: Any])?["store"] as? [String: Any]
      #expect(store?["products"] as? Int == 20)
    }
    command.signal(SIGTERM)
    #expect(await command.finish().status == 0)
  }

  @Test("`mock-server --inspect` follows an app on after a suspension, and records no event twice")
  func suspended() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
    let socket = folder.url.appending(path: "s")
    let command = try RunningCommand(["--port", "0", "--products", "30", "--inspect", socket.path])
    let server = try #require(try await command.address())
    let market = try Marketplace(server: server, folder: folder.url.appending(path: "store")) {
      $0.inspectorSocket = socket
      $0.inspectorWait = .seconds(60)
    }
    for _ in 1...2 {
      await market.suspend(gracePeriod: .zero)
      _ = try await Self.seen(at: server) { $0["isConnected"] as? Bool == false }
      await market.resume()
      _ = try await Self.seen(at: server) { $0["isConnected"] as? Bool == true }
    }
    try await market.close()
    let ended = try await Self.seen(at: server) { $0["isConnected"] as? Bool == false }
    let all = (ended["lines"] as? [[String: Any]])?.compactMap { $0["kind"] as? String } ?? []
    let kinds = all.filter { ["hello", "suspended", "resumed"].contains($0) }
    #expect(kinds == ["hello", "suspended", "resumed", "suspended", "resumed"], "\(all)")
    command.signal(SIGTERM)
    #expect(await command.finish().status == 0)
  }

  @Test("An app whose events are of another form is named once, and leaves no trace in the record")
  func otherForm() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
    let socket = folder.url.appending(path: "s")
    let listener = try LocalSocket.listen(at: socket)
    defer { close(listener) }
    _ = fcntl(listener, F_SETFL, O_NONBLOCK)
    let command = try RunningCommand(["--port", "0", "--products", "3", "--inspect", socket.path])
    let server = try #require(try await command.address())
    /// Tells the next who comes what the form of the events is, and nothing else.
    func connection(_ form: String) async throws -> FileHandle {
      var hello = InspectionHello(server: server)
      hello.format = form
      while true {
        try Task.checkCancellation()
        let next = LocalSocket.acceptNext(listener)
        if next >= 0 {
          let connection = FileHandle(fileDescriptor: next, closeOnDealloc: true)
          try connection.write(contentsOf: try EventJSON.line(hello))
          return connection
        }
        await giveWay()
      }
    }
    for _ in 1...3 { try await connection("other/1").close() }
    let known = try await connection(InspectionHello.format)
    let running = try await Self.seen(at: server) { $0["isConnected"] as? Bool == true }
    #expect(running["change"] as? Int == 1 && running["last"] as? Int == 1)
    try known.close()
    // Who comes once more has read what the one before was told.
    for _ in 1...3 { try await connection("other/1").close() }
    let ended = try await Self.seen(at: server) { _ in true }
    #expect(ended["isConnected"] as? Bool == false)
    #expect(ended["change"] as? Int == 2 && ended["last"] as? Int == 1)
    command.signal(SIGTERM)
    // Once before an app that could be followed, and once after it.
    #expect(await command.finish().errors.components(separatedBy: "of the form other/1").count == 3)
  }

  @Test("A path that can never be an app's socket is refused in words, and the market goes on")
  func noSocket() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "file")
    try Data("x".utf8).write(to: file)
    let command = try RunningCommand(["--port", "0", "--inspect", file.path])
    let server = try #require(try await command.address())
    #expect(try await Self.get("/healthChecker", from: server).status == 200)
    let warning = "name the socket of an app"
    #expect(await command.errors(with: warning).contains(warning))
    command.signal(SIGTERM)
    #expect(await command.finish().status == 0)
  }
}
