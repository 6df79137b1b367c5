import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarketAPI

/// Credentials that a test replaces, and how often new ones were asked for.
private final class Rotating: VendorLearning {
  struct State {
    var present: VendorCredentials?
    var next: Result<VendorCredentials?, any Error>
    var refreshes = 0
    var learnt: [Vendor] = []
  }

  let state: Mutex<State>
  /// Runs within each refresh.
  private let whileRefreshing: @Sendable () async -> Void

  init(
    _ present: VendorCredentials?, next: Result<VendorCredentials?, any Error> = .success(nil),
    whileRefreshing: @escaping @Sendable () async -> Void = {}
  ) {
    state = Mutex(State(present: present, next: next))
    self.whileRefreshing = whileRefreshing
  }

  var refreshes: Int { state.withLock { $0.refreshes } }

  func credentials() -> VendorCredentials? { state.withLock { $0.present } }

  func refreshedCredentials(after refused: VendorCredentials) async throws -> VendorCredentials? {
    state.withLock { $0.refreshes += 1 }
    await whileRefreshing()
    return try state.withLock { state in
      let fresh = try state.next.get()
      if let fresh { state.present = fresh }
      return fresh
    }
  }

  func didLearn(_ vendor: Vendor) { state.withLock { $0.learnt.append(vendor) } }
}

/// A market that holds requests with an unknown identifier back until all of them are there.
private final class Held: MockHandler {
  private let market: MarketplaceMock
  private let gate: Gate

  init(_ market: MarketplaceMock, until count: Int) {
    (self.market, gate) = (market, Gate(count))
  }

  func handle(_ request: MockRequest) async -> MockResponse {
    if request.head.headerFields[.identifier] == "revoked" { await gate.pass() }
    return await market.handle(request)
  }
}

/// Opens when so many stand before it.
private final class Gate: Sendable {
  private struct State {
    var missing: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(missing: count)) }

  func pass() async {
    await withCheckedContinuation { continuation in
      let free = state.withLock { state in
        state.missing -= 1
        state.waiting.append(continuation)
        guard state.missing <= 0 else { return [CheckedContinuation<Void, Never>]() }
        defer { state.waiting = [] }
        return state.waiting
      }
      for waiting in free { waiting.resume() }
    }
  }
}

@Suite("Refused credentials", .timeLimit(.minutes(5)))
struct RefreshTests {
  let mock = MarketplaceMock { $0.productCount = 0 }
  let revoked: VendorCredentials

  init() throws { revoked = try VendorCredentials(identifier: "revoked", secret: "old") }

  @Test("a hundred writes refused at the same time lead to one refresh, and every one of them succeeds")
  func oneRefresh() async throws {
    let provider = try Rotating(revoked, next: .success(.sample()))
    let client = try testClient(MockTransport(Held(mock, until: 100)), as: provider)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          var draft = NewListing.good
          draft.name = "의자 \(number)호"
          _ = try await client.sell(draft, photos: [.jpeg])
        }
      }
      try await group.waitForAll()
    }
    #expect(provider.refreshes == 1)
    #expect(mock.ledger.count == 100)
    #expect(mock.requestLog.count == 200)
  }

  @Test("a refresh that fails makes all of them unauthorized, is not repeated, and loops never")
  func failedRefresh() async throws {
    struct Offline: Error {}
    let provider = Rotating(revoked, next: .failure(Offline()))
    let client = try testClient(MockTransport(Held(mock, until: 100)), as: provider)
    let codes = await withTaskGroup(of: HTTPError?.self) { group in
      for id in 1...100 {
        group.addTask {
          do { _ = try await client.markSold(Product.ID(rawValue: Int64(id))) } catch {
            return error as? HTTPError
          }
          return nil
        }
      }
      return await group.reduce(into: [HTTPError?]()) { $0.append($1) }
    }
    #expect(codes.allSatisfy { $0?.code == .unauthorized && $0?.cause is Offline })
    #expect(provider.refreshes == 1)
    #expect(mock.requestLog.count == 100)
    // A write that begins afterwards tries again.
    await #expect(throws: HTTPError.self) { try await client.markSold(1) }
    #expect(provider.refreshes == 2)
  }

  @Test(
    "a refusal that arrives when the refresh is over leads to no second one, whatever came of the first",
    arguments: [true, false])
  func lateRefusal(succeeds: Bool) async throws {
    struct Offline: Error {}
    let id = try await testClient(MockTransport(mock), as: .sample()).sell(.good, photos: [.jpeg]).id
    let sample = try VendorCredentials.sample()
    let provider = Rotating(revoked, next: succeeds ? .success(sample) : .failure(Offline()))
    let (both, release) = (Gate(2), Gate(2))
    let market = LateRefusal(market: mock, both: both, release: release)
    let client = try testClient(MockTransport(market), as: provider)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 1...2 {
        group.addTask {
          do { return try await client.markSold(id).isSoldOut } catch let error as HTTPError {
            return error.code != .unauthorized
          }
        }
      }
      let early = try await group.next()
      await release.pass()
      let late = try await group.next()
      #expect(early == succeeds && late == succeeds)
    }
    #expect(provider.refreshes == 1)
  }

  @Test("new credentials that are refused too end the call: one refresh, two requests")
  func refusedAgain() async throws {
    let provider = try Rotating(
      revoked, next: .success(VendorCredentials(identifier: "revoked-too", secret: "s")))
    let client = try testClient(MockTransport(mock), as: provider)
    let error = await refusal { try await client.markSold(1) }
    #expect(error?.code == .unauthorized)
    #expect(provider.refreshes == 1 && mock.requestLog.count == 2)
  }

  @Test("a provider that gives the refused credentials again has no others")
  func sameAgain() async throws {
    let provider = Rotating(revoked, next: .success(revoked))
    let client = try testClient(MockTransport(mock), as: provider)
    let error = await refusal { try await client.markSold(1) }
    #expect(error?.code == .unauthorized && error?.status == .unauthorized)
    #expect(mock.requestLog.count == 1)
  }

  @Test("a wrong secret is tried once more when there is another by now, and never refreshed")
  func wrongSecret() async throws {
    let id = try await testClient(MockTransport(mock), as: .sample()).sell(.good, photos: [.jpeg]).id
    let sample = try VendorCredentials.sample()
    let old = try VendorCredentials(identifier: sample.identifier.reveal(), secret: "old")
    let provider = Rotating(old, next: .success(sample))
    let client = try testClient(
      MockTransport(Intercepted(mock) { provider.state.withLock { $0.present = sample } }), as: provider)
    #expect(try await client.markSold(id).isSoldOut)
    #expect(provider.refreshes == 0)

    let stubborn = Rotating(old, next: .success(sample))
    let error = await refusal {
      try await testClient(MockTransport(mock), as: stubborn).markSold(id)
    }
    #expect(error?.code == .forbidden && stubborn.refreshes == 0)
  }

  @Test("a deletion refused at its second step goes on there")
  func deletion() async throws {
    let id = try await testClient(MockTransport(mock), as: .sample()).sell(.good, photos: [.jpeg]).id
    let sample = try VendorCredentials.sample()
    let renewed = try VendorCredentials(identifier: sample.identifier.reveal(), secret: "renewed")
    let provider = Rotating(sample, next: .success(renewed))
    mock.addFault(Fault(.status(.unauthorized), on: .init(.delete)))
    let client = try testClient(MockTransport(mock), as: provider)
    #expect(try await client.delete(id)?.id == id)
    #expect(mock.requestLog.suffix(3).map(\.method) == [.post, .delete, .delete])
    #expect(provider.refreshes == 1)
  }

  @Test("nobody signed in, or somebody else, is unauthorized before anything is sent")
  func nobody() async throws {
    let none = await refusal {
      try await testClient(MockTransport(mock), as: Rotating(nil)).markSold(1)
    }
    #expect(none?.code == .unauthorized)
    let store = MemoryCredentialsStore()
    let server = try #require(URL(string: "http://market.test"))
    try store.save(SignIn(.sample()), for: server)
    let client = try testClient(MockTransport(mock), as: store.storedCredentials(for: server))
    try store.save(SignIn(VendorCredentials(identifier: "other", secret: "s")), for: server)
    #expect(await refusal { try await client.markSold(1) }?.code == .unauthorized)
    #expect(mock.requestLog.isEmpty)
  }

  @Test("the account that a client is made for is the only one it sends as")
  func otherAccount() async throws {
    struct Confused: CredentialsProvider {
      let account: String? = "mine"
      func credentials() throws -> VendorCredentials? {
        try VendorCredentials(identifier: "theirs", secret: "s")
      }
    }
    let error = await refusal { try await testClient(MockTransport(mock), as: Confused()).markSold(1) }
    #expect(error?.code == .unauthorized && mock.requestLog.isEmpty)
  }

  @Test("the provider learns once from the responses to writes who the vendor is")
  func learning() async throws {
    let provider = try Rotating(.sample())
    let client = try testClient(MockTransport(mock), as: provider)
    let id = try await client.sell(.good, photos: [.jpeg]).id
    _ = try await client.markSold(id)
    let sample = MarketplaceMock.Vendor.sample
    #expect(
      provider.state.withLock { $0.learnt } == [Vendor(id: sample.id, name: sample.name)])
  }

  @Test("a cancelled write stops waiting for the refresh, which the others still get")
  func cancelled() async throws {
    let gate = Gate(2)
    let provider = try Rotating(revoked, next: .success(.sample())) { await gate.pass() }
    let id = try await testClient(MockTransport(mock), as: .sample()).sell(.good, photos: [.jpeg]).id
    let client = try testClient(MockTransport(Held(mock, until: 2)), as: provider)
    let first = Task { try await client.markSold(id) }
    let second = Task { try await client.markSold(id) }
    let session = try #require(client.session)
    while session.waiterCount(for: revoked) < 2 {
      try Task.checkCancellation()
      await giveWay()
    }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    await gate.pass()
    #expect(try await second.value.isSoldOut)
    #expect(provider.refreshes == 1)
  }
}

/// A market that lets something happen before each request.
private struct Intercepted: MockHandler {
  let market: MarketplaceMock
  let before: @Sendable () -> Void

  init(_ market: MarketplaceMock, before: @escaping @Sendable () -> Void) {
    (self.market, self.before) = (market, before)
  }

  func handle(_ request: MockRequest) async -> MockResponse {
    before()
    return await market.handle(request)
  }
}

/// A market that has two requests with an unknown identifier at the same time, and keeps the second one's refusal back.
private final class LateRefusal: MockHandler {
  private let market: MarketplaceMock
  private let both: Gate
  private let release: Gate
  private let count = Mutex(0)

  init(market: MarketplaceMock, both: Gate, release: Gate) {
    (self.market, self.both, self.release) = (market, both, release)
  }

  func handle(_ request: MockRequest) async -> MockResponse {
    if request.head.headerFields[.identifier] == "revoked" {
      let number = count.withLock { count in
        count += 1
        return count
      }
      await both.pass()
      if number == 2 { await release.pass() }
    }
    return await market.handle(request)
  }
}
