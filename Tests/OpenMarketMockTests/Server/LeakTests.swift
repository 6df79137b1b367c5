#if os(Linux)
  import Foundation
  import MockServerNIO
  import OpenMarketMock
  import OpenMarketTestSupport
  import Synchronization
  import Testing

  @Suite("Server over sockets: resources", .timeLimit(.minutes(5)))
  struct LeakTests {
    @Test(
      "a thousand connections leave no descriptor behind, however they get a response",
      arguments: [
        MockResponse.Delivery.normal, .reset, .truncate(afterBytes: 3), .resetMidBody(afterBytes: 3),
        .drip(chunk: 1, every: .zero), .hang, .garbage, .close,
      ])
    func descriptors(delivery: MockResponse.Delivery) async throws {
      let requests = Atomic(0)
      let server = try await MockServer.start { _ in
        requests.add(1, ordering: .relaxed)
        return MockResponse(text: "0123456789", delivery: delivery)
      }
      let port = try #require(server.url.port)
      for _ in 0..<1_000 {
        let client = try RawClient(server.url)
        await client.send("GET / HTTP/1.1\nHost: x\n\n")
        if delivery != .hang { _ = await client.receive(1) }
        client.close()
      }
      // The server sees the last clients come and leave a little later; then only the listener is there.
      while try requests.load(ordering: .relaxed) < 1_000 || descriptors(ofPort: port) > 1 {
        try Task.checkCancellation()
        await giveWay()
      }
      try await server.stop()
      #expect(try descriptors(ofPort: port) == 0)
    }

    /// Counts this process's open sockets whose own end is `port`.
    private func descriptors(ofPort port: Int) throws -> Int {
      let suffix = ":" + String(format: "%04X", port)
      let lines = try String(contentsOfFile: "/proc/self/net/tcp", encoding: .utf8).split(separator: "\n")
      let inodes = lines.dropFirst().compactMap { line -> String? in
        let columns = line.split(separator: " ")
        return columns[1].hasSuffix(suffix) ? "socket:[\(columns[9])]" : nil
      }
      let own = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }
      return Set(inodes).intersection(own).count
    }
  }
#endif
