#if AsyncHTTPClient
  import AsyncHTTPClient
  import Foundation
  import HTTPTypes
  import MockServerNIO
  import NIOCore
  import OpenMarketMock
  import OpenMarketTestSupport
  import Testing

  @testable import OpenMarketHTTP

  @Suite("No response ends a process that uses AsyncHTTPClient", .timeLimit(.minutes(5)))
  struct AsyncHTTPClientTests {
    private func send(
      _ method: HTTPRequest.Method = .get, body: RequestBody = .none, with bytes: String,
      then ending: WireServer.Ending = .close
    ) async throws -> TransportResponse {
      try await withWire(bytes, then: ending) { server in
        try await AsyncHTTPClientTransport().send(TransportRequest(method, server.url, body: body))
      }
    }

    // MARK: What ends a process with Foundation

    @Test("A chunked response with trailers is a response")
    func trailers() async throws {
      let response = try await send(
        with:
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n"
      )
      #expect(response.head.status == .ok)
      #expect(try await response.body.text() == "abc")
    }

    @Test("A connection that is closed within the head, at any place, is lost")
    func closedInHead() async throws {
      let head = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nETag: \"1\"\r\n\r\n"
      for length in 0..<head.utf8.count {
        let error = try await transportError { _ = try await send(with: String(head.prefix(length))) }
        // Half of a line may be none of HTTP; once the last field has come, a head counts as such.
        #expect(
          [.connectionLost, .truncatedBody, .invalidResponse].contains(error.fault), "\(length): \(error)")
      }
    }

    @Test(
      "A redirect to a malformed address is a response",
      arguments: [
        "", " ", "http://", "http://[", "http://[::1", "//", "///", ":", "://", "http://:0",
        "http://h:99999999999/", "%", "%zz",
        "http://user:pw@", "a b", "http://\u{e9}", "?", "#", "http:///x", "javascript:0",
        "http://h:-1/",
      ])
    func malformedLocation(location: String) async throws {
      let response = try await send(
        with: "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 2\r\n\r\nok")
      #expect(response.head.status == .found)
      #expect(try await response.body.text() == "ok")
    }

    @Test("A redirect to a control character is an invalid response")
    func controlCharacter() async throws {
      let error = try await transportError {
        _ = try await send(with: "HTTP/1.1 302 Found\r\nLocation: \u{7f}\r\nContent-Length: 0\r\n\r\n")
      }
      #expect(error.fault == .invalidResponse, "\(error)")
    }

    // MARK: What ends a process with AsyncHTTPClient alone

    @Test("A status that is none of HTTP's is an invalid response", arguments: [0, 1, 99, 101])
    func noStatus(code: Int) async throws {
      let digits = String(repeating: "0", count: 3 - String(code).count) + String(code)
      for rest in ["Content-Length: 0\r\n\r\n", "Content-Length: 3\r\n\r\nabc", "\r\nabc"] {
        let error = try await transportError {
          _ = try await send(with: "HTTP/1.1 \(digits) Odd\r\n\(rest)", then: .keepOpen)
        }
        #expect(error.fault == .invalidResponse, "\(error)")
      }
    }

    @Test("The response to HEAD may say how a body would be encoded")
    func encodedHead() async throws {
      let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 500\r\n\r\n"
      let response = try await send(.head, with: head, then: .keepOpen)
      #expect(response.head.status == .ok)
      let notModified = try await send(
        with: head.replacing("200 OK", with: "304 Not Modified"), then: .keepOpen)
      #expect(notModified.head.status == .notModified)
    }

    @Test(
      "A response that comes before its request has ended is one, and its connection is not kept busy",
      arguments: [200, 204, 307, 413], ["", "abc"])
    func early(code: Int, text: String) async throws {
      let text = code == 204 ? "" : text
      let length = code == 204 ? "" : "Content-Length: \(text.utf8.count)\r\n"
      let bytes = "HTTP/1.1 \(code) Early\r\n\(length)\r\n\(text)"
      let bodies: [RequestBody] = [
        .data(Data(count: 1_000_000)),
        .stream(length: nil) {
          AsyncThrowingStream { chunks in
            chunks.yield(Data(count: 600_000))
            chunks.finish()
          }
        },
      ]
      for ending in [WireServer.Ending.keepOpen, .close] {
        try await withWire(bytes, then: ending) { server in
          let transport = AsyncHTTPClientTransport(connectionsPerHost: 1)
          for body in bodies {
            do {
              let response = try await transport.send(TransportRequest(.post, server.url, body: body))
              #expect(response.head.status.code == code)
              #expect(try await response.body.text() == text)
            } catch let error as HTTPError where ending == .close {
              #expect(error.fault == .connectionLost, "\(error)")
            }
          }
          if ending == .keepOpen { _ = try await transport.send(TransportRequest(.get, server.url)) }
        }
      }
    }

    @Test("Damaged responses each end in a response or a typed error")
    func damaged() async throws {
      let seed = UInt64.random(in: 0...UInt64.max)
      var random = SeededGenerator(seed: seed)
      let transport = AsyncHTTPClientTransport(idleTimeout: .milliseconds(200), connectionsPerHost: 1_000)
      for _ in 0..<100 {
        let bytes = damagedResponse(&random)
        let ending: WireServer.Ending = Bool.random(using: &random) ? .close : .keepOpen
        let method: HTTPRequest.Method = [.get, .head, .post].randomElement(using: &random) ?? .get
        try await withWire(bytes, then: ending) { server in
          try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
              group.addTask {
                do {
                  let body: RequestBody = method == .post ? .data(Data(count: 200_000)) : .none
                  _ = try await transport.send(TransportRequest(method, server.url, body: body)).body.bytes()
                } catch let error as HTTPError {
                  #expect(error.fault != .other, "seed \(seed): \(error) after \(bytes.debugDescription)")
                }
              }
            }
            try await group.waitForAll()
          }
        }
      }
    }

    /// A few responses, one of them perhaps damaged.
    private func damagedResponse(_ random: inout SeededGenerator) -> String {
      let whole = [
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc", "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nA: b\r\n\r\n",
        "HTTP/1.1 204 None\r\n\r\n",
        "HTTP/1.0 200 OK\r\nContent-Encoding: gzip\r\n\r\n\u{1f}abc",
        "HTTP/1.1 304 Same\r\nContent-Length: 9\r\n\r\n",
        "HTTP/1.1 101 Switch\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nabc",
        "HTTP/1.1 413 Large\r\nContent-Length: 0\r\n\r\n",
      ]
      let count = Int.random(in: 1...3, using: &random)
      var bytes = Array((0..<count).compactMap { _ in whole.randomElement(using: &random) }.joined().utf8)
      for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0..<128, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(contentsOf: "0\r\n:1".utf8.shuffled(using: &random).prefix(2), at: index)
        default: bytes.removeSubrange(index...)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Settings

    @Test("A file of authorities that is none fails each request and says so")
    func noAuthorities() async throws {
      try await withFolder { folder in
        let empty = folder.appendingPathComponent("empty.pem")
        try Data().write(to: empty)
        for file in [empty, folder.appendingPathComponent("missing.pem")] {
          let transport = AsyncHTTPClientTransport(authorities: file)
          for _ in 0..<2 {
            let error = try await transportError {
              _ = try await transport.send(
                TransportRequest(.get, try #require(URL(string: "https://localhost:1"))))
            }
            #expect(error.fault == .invalidRequest)
            #expect(error.message.contains(file.path))
          }
        }
      }
    }

    @Test(
      "Proxies are found as curl finds them",
      arguments: [
        ([:], "https://a.kr", nil), (["https_proxy": "http://p:8"], "https://a.kr", "p:8"),
        (["https_proxy": "p:8"], "http://a.kr", nil),
        (["HTTPS_PROXY": "p:8"], "https://a.kr", "p:8"), (["HTTP_PROXY": "p:8"], "http://a.kr", nil),
        (["all_proxy": "socks5://p"], "http://a.kr", "p:1080"),
        (["http_proxy": "p:8", "no_proxy": "b.kr, a.kr"], "http://a.kr", nil),
        (["http_proxy": "p:8", "no_proxy": ".kr"], "http://a.kr", nil),
        (["http_proxy": "p:8", "no_proxy": "x.kr"], "http://a.kr", "p:8"),
        (["http_proxy": "p:8", "no_proxy": "*"], "http://a.kr", nil),
        (["http_proxy": "p:8", "no_proxy": "a.kr,10.16.0.0/12"], "http://10.31.0.1", nil),
        (["http_proxy": "p:8", "no_proxy": "10.16.0.0/12"], "http://10.32.0.1", "p:8"),
        (["http_proxy": "p:8", "no_proxy": "0.0.0.0/0"], "http://10.32.0.1", nil),
        (["http_proxy": "p:8", "no_proxy": "10.0.0.0/33,10.0/8"], "http://10.0.0.0", "p:8"),
        (["http_proxy": "p:8", "no_proxy": "10.0.0.0/8"], "http://10.0.0.1.nip.io", "p:8"),
        (["https_proxy": ""], "https://a.kr", nil),
        (["http_proxy": "http://[::1]:8"], "http://a.kr", "::1:8"),
      ] as [([String: String], String, String?)])
    func proxies(environment: [String: String], url: String, proxy: String?) throws {
      let found = try ProxySettings(environment).proxy(for: try #require(URL(string: url)))
      #expect(found.map { "\($0.host):\($0.port)" } == proxy)
    }

    @Test(
      "A proxy that cannot be used is refused, without its password",
      arguments: ["https://u:geheim@p:8", "http://u:geheim@", "ftp://p"])
    func unusableProxy(text: String) async throws {
      var configuration = AsyncHTTPClientTransport.Configuration()
      configuration.environment = ["http_proxy": text]
      let error = try await transportError {
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        _ = try await AsyncHTTPClientTransport(configuration).send(TransportRequest(.get, url))
      }
      #expect(error.fault == .invalidRequest)
      #expect(!"\(error)".contains("geheim"))
    }

    @Test(
      "An error names the address that did not respond: the server's, or that of its proxy without the password",
      arguments: [
        (nil, "No server responds at 127.0.0.1:9 (Connection refused)."),
        (
          "http://u:geheim@127.0.0.1:7",
          "No connection through the proxy (Connection refused). "
            + "The connection goes through the proxy 127.0.0.1:7, which http_proxy names."
        ),
      ])
    func address(proxy: String?, message: String) async throws {
      var configuration = AsyncHTTPClientTransport.Configuration()
      configuration.environment = proxy.map { ["http_proxy": $0] } ?? [:]
      let error = try await transportError {
        let url = try #require(URL(string: "http://127.0.0.1:9"))
        _ = try await AsyncHTTPClientTransport(configuration).send(TransportRequest(.get, url))
      }
      #expect(error.fault == .cannotConnect && error.message == message, "\(error)")
    }

    @Test(
      "A sandbox that denies connections is a server that cannot be reached: nothing was sent",
      arguments: [EACCES, EPERM, EAFNOSUPPORT])
    func sandbox(number: CInt) throws {
      let peer = ConnectionPeer(of: try #require(URL(string: "http://127.0.0.1:9")), proxy: nil)
      let fault = ClientFault(error: IOError(errnoCode: number, reason: "connect"), isSent: false, peer: peer)
      let error = fault.transportError(hasHead: false, hasSent: false)
      #expect(error.fault == .cannotConnect, "\(error)")
    }
  }
#endif
