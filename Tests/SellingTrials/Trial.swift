import Foundation
import HTTPTypes
import OpenMarket
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport

/// One schedule: what a user does in two processes, what others do on the server, which requests fail how, which
/// process ends when, and how much time passes between; all by one seed, one step after the other.
actor Trial {
  /// What the user asked for: all submissions that ever stood for it, and all keys under which they were sent.
  struct Intent: Sendable {
    var ids: [Submission.ID]
    var keys: Set<String>
    var listing: Int
    var kind: PendingWrite.Kind
    var changes = ProductChanges()
    /// How often the user was asked whether it was carried out.
    var questions = 0
    /// Whether the user has left it open whether it was carried out.
    var isGivenUp = false
    var resubmissions = 0

    var id: Submission.ID { ids.last ?? 0 }
  }

  /// A listing that the user made.
  struct TrackedListing: Sendable {
    var id: Product.ID
    var draft: NewListing
    var photos: [Data]
    var stored: [StoredPhoto]
    /// The first of the listings that are equal to it.
    var original: Int
    var isWithdrawn = false
    /// What somebody else has changed on the server.
    var foreignFields: Set<String> = []
    var isDeletedByOthers = false
    /// How many listings of another device have the same text.
    var foreignEquals = 0
    var hasDamagedPhoto = false
    var isOtherwiseTouched: Bool { !foreignFields.isEmpty || isDeletedByOthers }
  }

  let seed: UInt64
  let fixture: TrialFixture
  let adversaries: Set<Adversary>
  let habits: MarketHabits
  var random: SeededGenerator
  var outboxes: [Outbox]
  var listings: [TrackedListing] = []
  var intents: [Intent] = []
  var intentOfSubmission: [Submission.ID: Int] = [:]
  let lastEffect: Int
  /// How many effects the server has on its ledger.
  var effectCount: Int { fixture.mock.lastEffect - lastEffect }
  var log: [String] = []
  var held: [(arrival: TimeInterval, request: TransportRequest)] = []
  /// All keys that were sent or seen, which a submission may have had before it got another.
  var seenKeys: Set<String> = []
  var foreignKeys: Set<String> = []
  var foreignListings: [Int64] = []
  var violations: [TrialViolation] = []
  var tally = TrialTally()
  let faults: [TrialFault]
  var nextNumber = 0
  var isRunning = [false, false]
  var isFaulty = true
  var isLockedOut = false
  var stepsLeft: Int
  var movesLeft = 8
  /// The app of process 1 is in the background.
  var isSuspended = false
  /// It goes there while something is being sent.
  var isSuspending = false
  /// Apart from ``random``, so that what else happens in a schedule depends on its seed alone.
  var suspensions: SeededGenerator

  init(seed: UInt64, fixture: TrialFixture) {
    self.seed = seed
    self.fixture = fixture
    random = SeededGenerator(seed: seed)
    suspensions = SeededGenerator(seed: ~seed)
    adversaries = Adversary.mixture(using: &random)
    habits = adversaries.contains(.ownMind) ? MarketHabits(using: &random) : .none
    faults = TrialFault.all(of: adversaries)
    outboxes = fixture.markets.map { $0.makeOutbox() }
    lastEffect = fixture.mock.lastEffect
    stepsLeft = 4 + Int.random(in: 0..<8, using: &random)
  }

  /// Runs the schedule, lets the faults end, and says what was not kept.
  func run() async -> [TrialViolation] {
    do { try await act() } catch { report(.failed, "\(error)") }
    return violations
  }

  private func act() async throws {
    fixture.time.setRight()
    for process in 0...1 {
      fixture.transports[process].respond { [self] request in
        try await self.carry(request, for: process)
      }
    }
    while stepsLeft > 0 { try await step() }
    await wake(1)
    isFaulty = false
    isLockedOut = false
    try await calmDown()
    for transport in fixture.transports {
      transport.respond { _ in throw HTTPError(fault: .cannotConnect, "over") }
    }
    try await judge()
    fixture.mock.removeListings(foreignListings)
    // A vendor with hundreds of old listings makes every lookup long.
    if seed % 8 != 0 {
      fixture.mock.removeListings(fixture.mock.effects(after: lastEffect).map(\.productID.rawValue))
    }
  }

  /// What was enqueued before this schedule.
  var beginning: Submission.ID? {
    intents.compactMap(\.ids.first).min().map { Submission.ID(rawValue: $0.rawValue - 1) }
  }

  /// All submissions of this schedule.
  func submissions() async throws -> [Submission] {
    guard let beginning else { return [] }
    return try await fixture.markets[0].store.submissions(after: beginning, includesFinished: true)
  }

  /// What the server has done for an intent.
  func effects(of intent: Intent) -> [Effect] {
    fixture.mock.effects(after: lastEffect).filter { effect in
      effect.key.map { intent.keys.contains($0) } ?? false
    }
  }

  func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  func note(_ text: String) { log.append(text) }

  // MARK: Steps

  func step() async throws {
    stepsLeft -= 1
    await suspendOrResume()
    var choices = [(44, userActs), (28, deliverOne), (10, passTime), (3, restartOne)]
    if adversaries.contains(.otherDevice) { choices.append((14, otherDeviceActs)) }
    if adversaries.contains(.busyMarket) { choices.append((10, moveMarket)) }
    if adversaries.contains(.calendar) { choices += [(16, jump), (4, reboot)] }
    if adversaries.contains(.disk) { choices.append((14, damagePhoto)) }
    if adversaries.contains(.secondThoughts) { choices.append((26, reconsider)) }
    if adversaries.contains(.greedyServer) { choices.append((5, lockOut)) }
    var number = Int.random(in: 0..<choices.reduce(0) { $0 + $1.0 }, using: &random)
    for (weight, act) in choices {
      if number < weight { return try await act() }
      number -= weight
    }
  }

  private func deliverOne() async throws { await deliver(Int.random(in: 0...1, using: &random)) }

  func deliver(_ process: Int) async {
    guard !isRunning[process], !(isSuspended && process == 1) else { return }
    if outboxes[process].driver.isDead { outboxes[process] = fixture.markets[process].makeOutbox() }
    isRunning[process] = true
    note("process \(process) delivers")
    await outboxes[process].driver.runInline()
    isRunning[process] = false
    if process == 1, isSuspending { await finishSuspension() }
  }

  private func restartOne() async throws { try await restart(Int.random(in: 0...1, using: &random)) }

  private func restart(_ process: Int) async throws {
    await wake(process)
    note("process \(process) is started anew")
    outboxes[process].driver.abandon()
    try await tidy(process)
    if isRunning[process] { return }
    outboxes[process] = fixture.markets[process].makeOutbox()
    await outboxes[process].driver.retryAll()
  }

  /// What each launch does with photos.
  private func tidy(_ process: Int) async throws {
    try await fixture.markets[process].store.removeUnusedPhotos(olderThan: 0)
    try await checkPhotos()
  }

  private func lockOut() async throws {
    note("the server knows the vendor no more")
    isLockedOut = true
  }

  // MARK: Time

  private func passTime() async throws {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<60: try await pass(Double(Int.random(in: 1...60, using: &random)))
    case 60..<92: try await pass(200)
    default:
      try await pass(25 * 3_600)
      // The clock of a device without power stands still.
      if adversaries.contains(.calendar), chance(50) { setDate(by: -25 * 3_600) }
    }
  }

  /// Lets true time pass, in which held requests arrive.
  func pass(_ seconds: TimeInterval) async throws {
    note("\(Int(seconds)) s pass")
    let end = fixture.time.passed + seconds
    held.sort { $0.arrival < $1.arrival }
    while let next = held.first, next.arrival <= end {
      held.removeFirst()
      fixture.time.pass(max(0, next.arrival - fixture.time.passed))
      note("a held \(next.request.name) arrives")
      _ = try? await MockTransport(fixture.mock).send(next.request)
    }
    fixture.time.pass(max(0, end - fixture.time.passed))
  }

  private func jump() async throws {
    let sizes: [TimeInterval] = [2, 30, 200, 3_600, 23 * 3_600, 25 * 3_600, 40 * 86_400, 10 * 31_556_952]
    let size = sizes.randomElement(using: &random) ?? 2
    setDate(by: chance(50) ? size : -size)
  }

  func setDate(by seconds: TimeInterval) {
    note("the device's date jumps by \(Int(seconds)) s")
    fixture.time.jump(seconds)
  }

  private func reboot() async throws {
    note("the device is started anew")
    fixture.time.reboot()
    try await restart(0)
    try await restart(1)
  }
}

extension Effect {
  /// The key of the write, without what tells its steps apart.
  var key: String? { idempotencyKey?.split(separator: ".").first.map(String.init) }
}

extension TransportRequest {
  /// For the log.
  var name: String { "\(head.method.rawValue) \(head.path ?? "")" }
}
