import Foundation
import HTTPTypes
import OpenMarket
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport

/// One schedule: what a user does in two processes, what somebody else does on the server, which requests fail
/// how, which process dies when, and how much time passes between; all by one seed, one step after the other.
actor Trial {
  /// What the user asked for and was promised.
  struct Wish: Sendable {
    var submission: Submission.ID
    var listing: Int
    var kind: PendingWrite.Kind
    var changes = ProductChanges()
  }

  /// A listing that the user made.
  struct TrackedListing: Sendable {
    var id: Product.ID
    var draft: ProductDraft
    var isWithdrawn = false
    /// What somebody else has changed on the server.
    var foreignFields: Set<String> = []
    var isDeletedByOthers = false
  }

  let seed: UInt64
  let fixture: TrialFixture
  var random: SeededGenerator
  var outboxes: [Outbox]
  var listings: [TrackedListing] = []
  var wishes: [Wish] = []
  var keys: [Submission.ID: Set<String>] = [:]
  var lastEffect: Int
  var log: [String] = []
  var delayedRequests: [TransportRequest] = []
  /// All keys that were sent, which a submission may have had before it got another.
  var seenKeys: Set<String> = []
  var foreignKeys: Set<String> = []
  var hasTwins = false
  /// How often something happened that a server without keys, or one that has forgotten them, cannot tell.
  var excuses = 0
  private var nextNumber = 0
  private var isRunning = [false, false]
  private var isFaulty = true
  private var stepsLeft: Int

  init(seed: UInt64, fixture: TrialFixture) {
    self.seed = seed
    self.fixture = fixture
    random = SeededGenerator(seed: seed)
    outboxes = fixture.markets.map { $0.makeOutbox() }
    lastEffect = fixture.mock.ledger.last?.sequence ?? 0
    stepsLeft = 3 + Int(seed % 7)
  }

  /// Runs the schedule, lets the faults end, and says what was not kept.
  func run() async throws -> [String] {
    for process in 0...1 {
      fixture.transports[process].answer { [self] request in
        try await self.carry(request, for: process)
      }
    }
    while stepsLeft > 0 { try await step() }
    isFaulty = false
    try await calmDown()
    for transport in fixture.transports {
      transport.answer { _ in throw TransportError(.cannotConnect, "over") }
    }
    return try await violations()
  }

  /// What was enqueued before this schedule.
  var beginning: Submission.ID? {
    wishes.map(\.submission).min().map { Submission.ID(rawValue: $0.rawValue - 1) }
  }

  private func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private func note(_ text: @autoclosure () -> String) { log.append(text()) }

  // MARK: Steps

  private func step() async throws {
    stepsLeft -= 1
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<48: try await userActs()
    case 48..<78: await deliver(Int.random(in: 0...1, using: &random))
    case 78..<86: await somebodyElseActs()
    case 86..<97: await passTime()
    default: await restart(Int.random(in: 0...1, using: &random))
    }
  }

  private func deliver(_ process: Int) async {
    guard !isRunning[process] else { return }
    if outboxes[process].isAbandoned { outboxes[process] = fixture.markets[process].makeOutbox() }
    isRunning[process] = true
    note("deliver \(process)")
    await outboxes[process].deliverInline()
    isRunning[process] = false
  }

  private func restart(_ process: Int) async {
    note("restart \(process)")
    outboxes[process].abandon()
    if isRunning[process] { return }
    outboxes[process] = fixture.markets[process].makeOutbox()
    await outboxes[process].resumeInline()
  }

  private func passTime() async {
    await deliverLate()
    let seconds: TimeInterval
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<60: seconds = Double(Int.random(in: 1...60, using: &random))
    case 60..<90: seconds = 200
    case 90..<97: seconds = 25 * 3_600
    default: seconds = -300
    }
    note("time \(seconds)")
    fixture.time.advance(seconds)
  }

  /// Before time passes: no network holds a request up for that long.
  private func deliverLate() async {
    for request in delayedRequests { _ = try? await MockTransport(fixture.mock).send(request) }
    delayedRequests = []
  }

  /// Faults end: everything is delivered.
  private func calmDown() async throws {
    for outbox in outboxes { outbox.abandon() }
    guard let beginning else { return }
    await deliverLate()
    for round in 0..<24 {
      fixture.time.advance(200)
      let process = round % 2
      outboxes[process] = fixture.markets[process].makeOutbox()
      await outboxes[process].resumeInline()
      await deliver(process)
      for submission in try await fixture.markets[0].store.submissions(after: beginning) {
        if case .conflict = submission.state {
          // Whose values hold does not matter here, only that the field is settled.
          try await fixture.markets[0].submissions.resolve(submission.id, keeping: .theirs)
          if let wish = wishes.first(where: { $0.submission == submission.id }) {
            listings[wish.listing].foreignFields.formUnion(["price", "stock"])
          }
        }
      }
      if try await !fixture.markets[0].store.hasDeliverableSubmissions() { return }
    }
  }

  // MARK: The user

  private func userActs() async throws {
    let market = fixture.markets[Int.random(in: 0...1, using: &random)]
    let alive = listings.indices.filter { !listings[$0].isWithdrawn }
    guard let index = alive.randomElement(using: &random), !chance(30) else { return try await sell(market) }
    do {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<55: try await edit(index, market)
      case 55..<70: try await change(index, ProductChanges(stock: 0), market)
      case 70..<80: try await change(index, ProductChanges(stock: 2), market)
      case 80..<92: try await delete(index, market)
      default: try await cancel(market)
      }
    } catch let failure as SubmissionFailure {
      note("refused \(failure.code.rawValue)")
    }
  }

  private func sell(_ market: Marketplace) async throws {
    nextNumber += 1
    // Now and then two listings are equal in all fields.
    let twin = chance(15) ? listings.randomElement(using: &random)?.draft : nil
    if twin != nil { hasTwins = true }
    let draft =
      twin
      ?? ProductDraft(
        name: "chair \(seed)-\(nextNumber)", description: "as good as new, no scratches", price: 1_000)
    let listing = try await market.sell(draft, stored: [fixture.photo])
    listings.append(TrackedListing(id: listing.id, draft: draft))
    wish(
      Wish(submission: listing.submission.id, listing: listings.count - 1, kind: .create), listing.submission)
    note("sell \(listing.submission.id) \(draft.name)")
  }

  private func wish(_ wish: Wish, _ submission: Submission) {
    wishes.append(wish)
    seenKeys.insert(submission.idempotencyKey)
    keys[submission.id, default: []].insert(submission.idempotencyKey)
  }

  private func edit(_ index: Int, _ market: Marketplace) async throws {
    nextNumber += 1
    var changes = ProductChanges()
    if chance(50) { changes.price = Decimal(1_000 + nextNumber) }
    if chance(50) || changes.price == nil { changes.name = "edited \(seed)-\(index)-\(nextNumber)" }
    try await change(index, changes, market)
  }

  private func change(_ index: Int, _ changes: ProductChanges, _ market: Marketplace) async throws {
    let id = try await number(index, market)
    let listing = try await market.edit(id, changes)
    wish(
      Wish(submission: listing.submission.id, listing: index, kind: .edit, changes: changes),
      listing.submission)
    note("edit \(listing.submission.id) of \(id): \(changes)")
  }

  private func delete(_ index: Int, _ market: Marketplace) async throws {
    let id = try await number(index, market)
    let removal = try await market.delete(id)
    if removal.submission.state == .cancelled {
      listings[index].isWithdrawn = true
    } else {
      wish(Wish(submission: removal.submission.id, listing: index, kind: .delete), removal.submission)
    }
    note("delete \(removal.submission.id) of \(id)")
  }

  private func cancel(_ market: Marketplace) async throws {
    guard let wish = wishes.randomElement(using: &random) else { return }
    try await market.submissions.cancel(wish.submission)
    if wish.kind == .create { listings[wish.listing].isWithdrawn = true }
    note("cancel \(wish.submission)")
  }

  /// The listing's number as the app may know it: either of the two.
  private func number(_ index: Int, _ market: Marketplace) async throws -> Product.ID {
    let local = listings[index].id
    return chance(50) ? try await market.store.serverNumber(of: local) ?? local : local
  }

  // MARK: Somebody else

  private func somebodyElseActs() async {
    guard let index = listings.indices.randomElement(using: &random),
      let id = try? await fixture.markets[0].store.serverNumber(of: listings[index].id)
    else { return }
    let client = fixture.otherDevice
    nextNumber += 1
    let before = fixture.mock.ledger.last?.sequence ?? 0
    defer {
      for effect in fixture.mock.ledger.reversed().prefix(while: { $0.sequence > before }) {
        if let key = effect.idempotencyKey { foreignKeys.insert(key) }
      }
    }
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      _ = try? await client.edit(id, ProductChanges(price: Decimal(5_000 + nextNumber)))
      listings[index].foreignFields.insert("price")
    case 1:
      _ = try? await client.edit(id, ProductChanges(name: "foreign \(seed)-\(nextNumber)", stock: 0))
      listings[index].foreignFields.formUnion(["name", "stock"])
    default:
      _ = try? await client.delete(id)
      if (fixture.mock.ledger.last?.sequence ?? 0) > before { listings[index].isDeletedByOthers = true }
    }
    note("somebody else with \(id)")
  }

  // MARK: The network

  private func carry(_ request: TransportRequest, for process: Int) async throws -> TransportResponse {
    let path = request.head.path ?? ""
    if let key = request.head.headerFields[.idempotencyKey]?.split(separator: ".").first {
      try await noteKey(String(key))
    }
    guard isFaulty else { return try await execute(request) }
    let start = fixture.time.passed
    while stepsLeft > 0, chance(25) { try await step() }
    if outboxesAreDead(process) { throw CancellationError() }
    if fixture.time.passed - start >= 60 {
      // What the client's own deadline does, which goes on while a process is held up.
      throw TransportError(.deadlineExceeded, "the time for the call is over")
    }
    guard chance(42), let fault = TrialFault.allCases.randomElement(using: &random) else {
      note("\(process): \(request.head.method.rawValue) \(path)")
      return try await execute(request)
    }
    note("\(process): \(request.head.method.rawValue) \(path) \(fault)")
    return try await suffer(fault, request, process)
  }

  /// Which submission a key belongs to: one that was answered wrongly gets another key.
  private func noteKey(_ key: String) async throws {
    guard seenKeys.insert(key).inserted, let beginning else { return }
    let known = try await fixture.markets[0].store.submissions(after: beginning, includesFinished: true)
    if let id = known.first(where: { $0.idempotencyKey == key })?.id { keys[id, default: []].insert(key) }
  }

  private func outboxesAreDead(_ process: Int) -> Bool { outboxes[process].isAbandoned }

  private func suffer(
    _ fault: TrialFault, _ request: TransportRequest, _ process: Int
  ) async throws -> TransportResponse {
    let isWrite = request.head.method != .get
    switch fault {
    case .unreachable: throw TransportError(.cannotConnect, "no connection")
    case .lostRequest: throw TransportError(.connectionLost, "the connection broke")
    case .lostAnswer:
      _ = try await execute(request)
      throw TransportError(.deadlineExceeded, "no answer came")
    case .truncatedAnswer:
      _ = try await execute(request)
      throw TransportError(.truncatedBody, "the answer was cut off")
    case .failsBefore: return Self.answer(.serviceUnavailable)
    case .failsAfter:
      _ = try await execute(request)
      return Self.answer(.badGateway)
    case .rateLimited: return Self.answer(.tooManyRequests, [.retryAfter: "3"])
    case .duplicated:
      // Nothing can tell two deliveries apart but a key.
      guard fixture.honoursKeys || !isWrite else { return try await execute(request) }
      let answer = try await execute(request)
      _ = try? await execute(request)
      return answer
    case .delayed:
      guard fixture.honoursKeys, isWrite else {
        throw TransportError(.connectionLost, "the connection broke")
      }
      delayedRequests.append(request)
      throw TransportError(.deadlineExceeded, "no answer came")
    case .wrongAnswer:
      _ = try await execute(request)
      excuses += 1
      return TransportResponse(head: HTTPResponse(status: .ok), body: .data(Data("<html>".utf8)))
    case .otherListing:
      guard isWrite, request.head.path?.hasSuffix("archived") == false else {
        return try await execute(request)
      }
      _ = try await execute(request)
      excuses += 1
      var other = HTTPRequest(method: .get, scheme: "http", authority: "market.test", path: "/api/products/1")
      other.headerFields = [:]
      return try await MockTransport(fixture.mock).send(TransportRequest(head: other))
    case .unauthorized: return Self.answer(.unauthorized)
    case .crashBefore:
      outboxes[process].abandon()
      throw CancellationError()
    case .crashAfter:
      _ = try? await execute(request)
      outboxes[process].abandon()
      throw CancellationError()
    }
  }

  private func execute(_ request: TransportRequest) async throws -> TransportResponse {
    if let delayed = delayedRequests.first, chance(50) {
      delayedRequests.removeFirst()
      _ = try? await MockTransport(fixture.mock).send(delayed)
    }
    return try await MockTransport(fixture.mock).send(request)
  }

  private static func answer(
    _ status: HTTPResponse.Status, _ fields: HTTPFields = [:]
  ) -> TransportResponse {
    TransportResponse(
      head: HTTPResponse(status: status, headerFields: fields),
      body: .data(Data(#"{"code":\#(status.code),"message":"on purpose"}"#.utf8)))
  }
}
