import Foundation
import HTTPTypes
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

/// Every fault that the mock can play, and what the caller is told.
@Suite("Faults", .timeLimit(.minutes(5)))
struct FaultTests {
  static let redirect = Fault.Action.redirect(.temporaryRedirect, location: "/")

  static let refusals: [(Fault.Action, HTTPError.Code)] = [
    (.status(.badRequest), .invalidInput), (.status(.forbidden), .forbidden), (.status(.notFound), .notFound),
    (.status(.conflict), .conflict), (.status(.tooManyRequests, retryAfter: .seconds(7)), .rateLimited),
    (.status(.internalServerError), .serverFailure), (.status(.serviceUnavailable), .serverFailure),
    (.status(.init(code: 299 + 300)), .serverFailure), (.disconnect, .connectionLost),
    (.close, .connectionLost),
    (.garbage, .invalidResponse), (.truncate(afterBytes: 0), .connectionLost),
    (.truncate(afterBytes: 10), .connectionLost), (.resetMidBody(afterBytes: 10), .connectionLost),
    (.unauthorizedBasic, .unauthorized), (redirect, .unexpectedStatus),
    (.replaceBody("<html>", contentType: "text/html"), .invalidResponse),
    (.field("Content-Encoding", value: "snappy"), .invalidResponse),
  ]

  @Test("A fault of the server or the network has its code, on reads and writes", arguments: Link.allCases)
  func refusals(_ link: Link) async throws {
    let mock = MarketplaceMock()
    try await link.connect(to: mock) { client in
      let draft = HostileRequestTests.draft
      let id = try await client.sell(draft, photos: [HostileRequestTests.photo]).id
      for (action, code) in Self.refusals {
        if action != Self.redirect {  // A redirected read would be followed.
          // Twice, since libcurl sends a read again by itself when a kept connection breaks.
          mock.addFault(Fault(action, times: 2))
          #expect(await refusal { try await client.product(id, options: .once) }?.code == code, "\(action)")
          mock.removeFaults()
        }
        for phase in [Fault.Phase.before, .after] {
          mock.addFault(Fault(action, phase: phase))
          let error = await refusal("\(action), \(phase)") { try await client.markSold(id, options: .once) }
          #expect(error?.code == code, "\(action), \(phase)")
          #expect(mock.faults.isEmpty, "\(action), \(phase)")
        }
      }
      // After all that the client is as good as new.
      _ = try await client.product(id)
    }
  }

  @Test("The time to wait is passed on", arguments: Link.allCases)
  func retryAfter(_ link: Link) async throws {
    let mock = MarketplaceMock()
    mock.addFault(Fault(.status(.serviceUnavailable, retryAfter: .seconds(7))))
    try await link.connect(to: mock) { client in
      let error = await refusal { try await client.products(options: .once) }
      #expect(error?.retryAfter == .seconds(7))
      #expect(error?.serverMessage == "Injected by the fault script.")
    }
  }

  @Test("A wrong content type, a repeated delivery and an odd field do no harm", arguments: Link.allCases)
  func harmless(_ link: Link) async throws {
    let mock = MarketplaceMock()
    try await link.connect(to: mock) { client in
      let expected = try await client.products().products.map(\.id)
      for action: Fault.Action in [.contentType("text/html"), .duplicate, .field("ETag", value: "nonsense")] {
        mock.addFault(Fault(action))
        #expect(try await client.products(options: .once).products.map(\.id) == expected, "\(action)")
      }
    }
    #expect(mock.faults.isEmpty)
  }

  static let slow: [Fault.Action] = [
    .hang, .delay(.seconds(3_600)), .drip(bytes: 1, every: .seconds(30)),
  ]

  @Test("A server that is too slow is given up at the deadline, to the moment", arguments: slow)
  func deadlineInMemory(_ action: Fault.Action) async throws {
    let mock = MarketplaceMock()
    mock.addFault(Fault(action))
    let clock = ManualClock()
    let client = try MarketClient(
      server: try #require(URL(string: "http://market.test")), transport: MockTransport(mock)
    ) { $0.clock = AnyClock(clock) }
    var options = RequestOptions.once
    options.attemptTimeout = .seconds(86_400)
    options.totalTimeout = .seconds(10)
    async let error = refusal { [options] in try await client.products(options: options) }
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(10))
    #expect(await error?.code == .timedOut)
  }

  @Test("A server that is too slow is given up at the deadline, over sockets", arguments: slow)
  func deadlineOverSockets(_ action: Fault.Action) async throws {
    let mock = MarketplaceMock()
    mock.addFault(Fault(action))
    try await Link.sockets.connect(to: mock) { client in
      var options = RequestOptions.once
      options.totalTimeout = .milliseconds(300)
      let error = await refusal { try await client.products(options: options) }
      #expect(error?.code == .timedOut)
    }
  }

  @Test("A cancelled call ends as cancelled, whatever the server does", arguments: Link.allCases, slow)
  func cancellation(_ link: Link, _ action: Fault.Action) async throws {
    let mock = MarketplaceMock()
    mock.addFault(Fault(action))
    try await link.connect(to: mock) { client in
      let call = Task { try await client.products(options: .once) }
      while mock.requestLog.isEmpty, !Task.isCancelled { await giveWay() }
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
    }
  }

  @Test("A listing whose response is lost is made once, and not sent again", arguments: Link.allCases)
  func lostListing(_ link: Link) async throws {
    let mock = MarketplaceMock()
    try await link.connect(to: mock) { client in
      for action: Fault.Action in [.disconnect, .close, .truncate(afterBytes: 5), .garbage] {
        // A kept connection, which some HTTP libraries take as a licence to send again by themselves.
        _ = try await client.products(options: .once)
        mock.addFault(Fault(action, on: .init(.post), phase: .after))
        let before = mock.ledger.count
        let error = await refusal("\(action)") {
          try await client.sell(HostileRequestTests.draft, photos: [HostileRequestTests.photo])
        }
        #expect(error?.attempts == 1, "\(action)")
        #expect(error?.code != .timedOut, "\(action)")
        #expect(mock.ledger.count == before + 1, "\(action)")
      }
    }
  }

  @Test(
    "A deletion whose response is lost succeeds, also where keys are not honoured", arguments: Link.allCases)
  func lostDeletion(_ link: Link) async throws {
    let mock = MarketplaceMock { $0.honoursIdempotencyKeys = false }
    try await link.connect(to: mock) { client in
      for action: Fault.Action in [.disconnect, .close] {
        let id = try await client.sell(HostileRequestTests.draft, photos: [HostileRequestTests.photo]).id
        mock.addFault(Fault(action, on: .init(.delete), phase: .after))
        let deleted = try await client.delete(id)
        #expect(deleted == nil, "\(action)")
        #expect(await refusal { try await client.product(id) }?.code == .notFound, "\(action)")
      }
    }
  }
}
