import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketMock
import Testing

@testable import MockConsole

@Suite("Console: log of exchanges", .timeLimit(.minutes(5)))
struct ConsoleLogTests {
  @Test(
    "A reader that waits is told of a request as soon as it has a response; two readers are told the same")
  func live() async throws {
    try await withConsole { console in
      let mark = try await console.record()
      let path = "/__mock/console/record?epoch=\(mark.epoch)&after=\(mark.last)&change=\(mark.change)&wait=25"
      /// The targets that a reader is told of, who asks again when his time has passed, as on a busy machine.
      @Sendable func heard() async throws -> [String?] {
        while true {
          try Task.checkCancellation()
          let begun = ContinuousClock.now
          let lines = try await console.send("GET", path).object["lines"] as? [[String: Any]] ?? []
          if !lines.isEmpty { return lines.map { $0["target"] as? String } }
          #expect(begun.duration(to: .now) >= .seconds(25))
        }
      }
      async let first = heard()
      async let second = heard()
      _ = try await console.send("GET", "/api/products/3")
      for targets in try await [first, second] { #expect(targets == ["/api/products/3"]) }
    }
  }

  @Test(
    "Faults, repeated responses, vendors and keys are on the line; what the console itself reads is not logged"
  )
  func lines() async throws {
    try await withConsole { console in
      console.market.addFault(Fault(.disconnect, on: .post, phase: .after))
      let form = ProductForm()
      for _ in 1...2 {
        _ = await console.market.send(.post, "/api/products", form.fields(key: "k"), body: form.body)
      }
      console.market.addFault(Fault(.status(503), on: .get))
      let catalogue = try await console.sendAsPage(
        "GET", MockConsole.path + "/products?search_value=&page_no=1")
      #expect(catalogue.object["totalCount"] as? Int == 6)
      let lines = try await console.lines()
      #expect(lines.map { $0["fault"] as? String } == ["disconnect", nil])
      #expect(lines.map { $0["replayed"] as? Bool } == [nil, true])
      #expect(lines.map { $0["delivery"] as? String } == ["reset", nil])
      #expect(lines.allSatisfy { $0["vendor"] as? Int == 7 && $0["key"] as? String == "k" })
      #expect(console.market.faults.count == 1 && console.market.requestLog.count == 2)
      let ledger = try await console.send("GET", MockConsole.path + "/ledger?after=0").body
      #expect(ledger.contains(#""sequence":1,"request":1,"kind":"created","product":6"#))
    }
  }

  @Test("Lines, fields and bodies are bounded; what has gone is said to be gone")
  func bounds() async throws {
    var limits = ConsoleRecorder.Limits()
    (limits.lines, limits.details) = (10, 3)
    try await withConsole(limits: limits) { console in
      for id in 1...25 { _ = await console.market.send(.get, "/api/products/\(id)") }
      let record = try await console.send("GET", MockConsole.path + "/record?after=0").object
      #expect(record["first"] as? Int == 16 && record["last"] as? Int == 25)
      #expect((record["lines"] as? [[String: Any]])?.map { $0["index"] as? Int } == Array(16...25))
      for (index, status) in [(16, 404), (22, 404), (23, 200), (25, 200), (26, 404)] {
        let path = MockConsole.path + "/exchange?epoch=1&index=\(index)"
        #expect(try await console.send("GET", path).status == status)
      }
    }
    (limits.lines, limits.details, limits.detailBytes) = (100, 100, 100_000)
    try await withConsole(limits: limits) { console in
      let body = Data(repeating: 0x61, count: 40_000)
      for _ in 1...10 { _ = await console.market.send(.post, "/x", body: body) }
      for (index, status) in [(8, 404), (10, 200)] {
        let response = try await console.send("GET", MockConsole.path + "/exchange?epoch=1&index=\(index)")
        #expect(response.status == status)
      }
    }
  }

  @Test(
    "A place before the first exchange is the beginning, and one after the last is the end",
    arguments: [Int.min, -1, 9, Int.max])
  func placesOutside(index: Int) async throws {
    try await withConsole { console in
      for id in 1...3 { _ = await console.market.send(.get, "/api/products/\(id)") }
      let path = MockConsole.path + "/record?epoch=1&after=\(index)&change=\(index)&wait=1"
      let record = try await console.send("GET", path).object
      let lines = try #require(record["lines"] as? [[String: Any]])
      #expect(lines.map { $0["index"] as? Int } == (index < 0 ? [1, 2, 3] : []))
      #expect(record["first"] as? Int == (index < 0 ? 1 : 4) && record["last"] as? Int == 3)
    }
  }

  @Test("Of a body of 100 MB the beginning is held, and its size said")
  func hugeBody() async throws {
    try await withConsole { console in
      let client = try RawClient(console.server.url)
      await client.send(
        "POST /api/products HTTP/1.1\nHost: x\nContent-Type: text/plain\nContent-Length: 104857600\n\n")
      #expect(await client.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 401"))
      client.close()
      let streamed = try RawClient(console.server.url)
      await streamed.send("POST /api/products HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n")
      let chunk = Data("100000\r\n".utf8) + Data(repeating: 0x62, count: 1 << 20) + Data("\r\n".utf8)
      for _ in 1...6 { await streamed.send(chunk) }
      #expect(await streamed.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 401"))
      let lines = try await console.lines()
      #expect(lines.map { $0["tooLarge"] as? Bool } == [true, true])
      let detail = try await console.send("GET", MockConsole.path + "/exchange?epoch=1&index=2").object
      let body = (detail["request"] as? [String: Any])?["body"] as? [String: Any]
      #expect(body?["kept"] as? Int == 65_536)
      #expect((body?["size"] as? Int ?? 0) >= MarketplaceMock.bodyLimit)
    }
  }

  @Test("Binary bodies are numbers, forms are what can be read of them, and a text is cut between characters")
  func bodies() async throws {
    try await withConsole { console in
      func requestBody(_ body: Data, _ type: String) async throws -> [String: Any] {
        _ = await console.market.send(.post, "/x", [.contentType: type], body: body)
        let last = try await console.record().last
        let response = try await console.send("GET", MockConsole.path + "/exchange?epoch=1&index=\(last)")
        return (response.object["request"] as? [String: Any])?["body"] as? [String: Any] ?? [:]
      }
      let binary = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
      let numbers = try await requestBody(binary, "image/jpeg")
      #expect(numbers["base64"] as? String == binary.prefix(2_048).base64EncodedString())
      #expect(numbers["size"] as? Int == 100_000 && numbers["kept"] as? Int == 2_048)
      let korean = Data(("a" + String(repeating: "가", count: 40_000)).utf8)
      let text = try #require(try await requestBody(korean, "text/plain")["text"] as? String)
      #expect(text.last == "가" && text.utf8.count > 65_000 && text.utf8.count <= 65_536)
      let form = ProductForm()
      let parts = try #require(
        try await requestBody(form.body, "multipart/form-data; boundary=form-boundary")["text"] as? String)
      #expect(parts.contains("접이식 캠핑 의자") && parts.contains("photo0.jpg") && parts.contains("⟨"))
    }
  }

  @Test(
    "No secret is displayed: not that of a vendor, not one that is wrong, not one that is cut off",
    arguments: [
      #"{"secret":"dawn-market-7","name":"x"}"#, #"{"secret" : "mine\"and yours"}"#,
      #"{"a":1,"secret":"mine and"#,
      #"a form with dawn-market-7 in it"#,
    ])
  func secrets(body: String) async throws {
    try await withConsole { console in
      _ = await console.market.send(.patch, "/api/products/1", json: body)
      let detail = try await console.send("GET", MockConsole.path + "/exchange?epoch=1&index=1").body
      #expect(detail.contains("‹redacted›"))
      for secret in ["dawn-market-7", "mine", "yours", MarketplaceMock.Vendor.sample.identifier] {
        #expect(!detail.contains(secret))
      }
    }
  }

  @Test("Markup in names and fields comes as JSON, whole and nowhere as markup")
  func markup() async throws {
    try await withConsole { console in
      let name = "<img src=x onerror=alert(1)>\u{202E}"
      _ = try await console.market.createProduct(ProductForm().with("name", "\"\(name)\""))
      let head = "GET /api/products/1?<script> HTTP/1.1\nHost: x\nX-Evil: <script>alert(1)</script>\n\n"
      let client = try RawClient(console.server.url)
      await client.send(head)
      _ = await client.receive(through: "\r\n\r\n")
      for path in ["/ledger?after=0", "/products?page_no=1", "/record?after=0", "/exchange?epoch=1&index=2"] {
        let response = try await console.send("GET", MockConsole.path + path)
        #expect(response["Content-Type"] == "application/json")
        #expect(response["X-Content-Type-Options"] == "nosniff")
        #expect(response["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
      }
    }
  }

  @Test("A reader that never reads holds nobody up and is dropped")
  func silentReader() async throws {
    try await withConsole(configuration(\.idleTimeout, .seconds(2))) { console in
      for id in 1...1_000 { _ = await console.market.send(.get, "/api/products/\(id)") }
      let silent = try RawClient(console.server.url)
      let request = "GET /__mock/console/record?after=0 HTTP/1.1\r\nHost: \(console.authority)\r\n\r\n"
      // More than the buffers of both sides hold.
      async let sent = silent.send(Data(String(repeating: request, count: 200).utf8))
      // On a busy machine one that reads may be cut off for slowness, too; then it asks again.
      while try await console.lines().count != 1_000 { try Task.checkCancellation() }
      _ = await sent
      #expect(await silent.isHungUp())
      while try await console.lines(after: 999).count != 1 { try Task.checkCancellation() }
    }
  }

  @Test("Only so many readers may wait, and one that goes makes room")
  func manyReaders() async throws {
    try await withConsole { console in
      let mark = console.recorder.mark
      try await withThrowingTaskGroup(of: Void.self) { group in
        // All but one stay as long as it takes: a request waits 25 s, in which a busy machine may not begin them all.
        for _ in 1..<ConsoleRecorder.mostReaders {
          group.addTask { _ = await console.recorder.waitForMore(than: mark, atMost: .seconds(3_600)) }
        }
        let place = "epoch=\(mark.epoch)&after=\(mark.exchange)&change=\(mark.change)"
        let path = "/__mock/console/record?\(place)&wait="
        var readers: [RawClient] = []
        repeat {
          try Task.checkCancellation()
          readers.append(try RawClient(console.server.url))
          await readers.last?.send("GET \(path)25 HTTP/1.1\nHost: \(console.authority)\n\n")
        } while try await console.send("GET", path + "1").status != 429
        for reader in readers { reader.close() }
        while try await console.send("GET", path + "1").status == 429 { try Task.checkCancellation() }
        group.cancelAll()
      }
    }
  }

  @Test("After a reset the record begins anew, and says so")
  func reset() async throws {
    try await withConsole { console in
      _ = await console.market.send(.get, "/api/products/1")
      let before = try await console.record()
      #expect(
        try await console.sendAsPage("POST", "/__mock/reset", body: #"{"seed":9,"productCount":3}"#).status
          == 200)
      let after = try await console.record()
      #expect(after.epoch == before.epoch + 1 && after.last == 0 && before.last == 1)
      #expect(try await console.send("GET", MockConsole.path + "/exchange?epoch=1&index=1").status == 404)
      let setUp = try await console.send("GET", MockConsole.path + "/market").object
      #expect(setUp["seed"] as? Int == 9 && setUp["productCount"] as? Int == 3)
    }
  }
}
