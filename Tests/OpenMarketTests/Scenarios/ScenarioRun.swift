import Foundation
import HTTPTypes
import OpenMarket
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Synchronization

/// Plays a scenario on a device with a store of its own, one step after the other.
actor ScenarioRun {
  /// Something that is not as it should be.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private let scenario: Scenario
  private let mock: MarketplaceMock
  private let time: ScenarioTime
  private let server: URL
  private let network: SwitchedTransport
  private let folder: TemporaryFolder
  private let signIns = MemoryCredentialsStore()
  private let account: VendorCredentials
  /// Stands still but while a response, or the end of a sign-out, is waited for in vain.
  private let clock = ManualClock()
  /// `nil` while nobody is signed in.
  private var running: Marketplace?
  private var ids: [String: Product.ID] = [:]
  private var writes: [(listing: String, submission: Submission.ID)] = []

  /// Sets up a market; what is at `server` must be `mock`.
  init(
    _ scenario: Scenario, mock: MarketplaceMock, time: ScenarioTime, server: URL, transport: any HTTPTransport
  ) throws {
    (self.scenario, self.mock, self.time, self.server) = (scenario, mock, time, server)
    network = SwitchedTransport(transport)
    folder = try TemporaryFolder()
    let vendor = MarketplaceMock.Vendor.sample
    account = try VendorCredentials(identifier: vendor.identifier, secret: vendor.secret)
  }

  private var market: Marketplace {
    get throws {
      guard let running else { throw Failure(description: "nobody is signed in") }
      return running
    }
  }

  /// Plays all steps.
  /// - Returns: What is otherwise than the scenario expects.
  func play() async throws -> [String] {
    try signIn()
    var violations: [String] = []
    for (index, step) in scenario.steps.enumerated() {
      do {
        violations += try await perform(step).map { "step \(index + 1): \($0)" }
      } catch {
        throw Failure(description: "step \(index + 1), \(step.do.rawValue): \(error)")
      }
    }
    if running == nil { try signIn() }
    violations += try await end()
    try await market.close()
    return violations
  }

  private func perform(_ step: Scenario.Step) async throws -> [String] {
    let label = step.listing ?? ""
    switch step.do {
    case .sell:
      let listing = try await market.sell(
        draft(label, step), photos: [PhotoUpload(SamplePhoto.pixel)])
      ids[label] = listing.id
      writes.append((label, listing.submission.id))
    case .edit: try await edit(label, changes(step))
    case .sold: try await edit(label, ProductChanges(stock: 0))
    case .relist: try await edit(label, ProductChanges(stock: step.stock ?? 1))
    case .delete: writes.append((label, try await market.delete(id(label)).submission.id))
    case .cancel: try await market.submissions.cancel(last(label))
    case .discard: try await market.submissions.discard(last(label))
    case .resubmit:
      var write: PendingWrite?
      if case .create(_, let photos) = try await market.store.submission(last(label))?.write {
        write = .create(draft(label, step), photos: photos)
      }
      writes.append((label, try await market.submissions.resubmit(last(label), edited: write).id))
    case .resolve:
      try await market.submissions.resolve(last(label), keepingMine: step.keeping == "mine")
    case .fault: mock.addFault(try fault(step))
    case .offline: network.isOffline = true
    case .online:
      network.isOffline = false
      await running?.outbox.driver.retryAll()
    case .wait: time.advance(step.seconds ?? 0)
    case .send: try await send()
    case .relaunch: try await relaunch()
    case .signOut: return try await signOut(step)
    case .signIn:
      try signIn()
      try await market.outbox.driver.retryAll()
    case .lockOut:
      // The identifier stays, as the account does; the server does not know it for the time being.
      mock.addFault(Fault(.status(.unauthorized), on: Fault.Match(.post), times: 1_000))
      mock.addFault(Fault(.status(.unauthorized), on: Fault.Match(.patch), times: 1_000))
      mock.addFault(Fault(.status(.unauthorized), on: Fault.Match(.delete), times: 1_000))
    case .letIn:
      mock.removeFaults()
      try await market.outbox.driver.retryAll()
    case .elsewhere: try await elsewhere(label, step)
    case .expect: return try await look(label, step)
    }
    return []
  }

  // MARK: What the user does

  private func edit(_ label: String, _ changes: ProductChanges) async throws {
    writes.append((label, try await market.edit(id(label), changes).submission.id))
  }

  private func id(_ label: String) throws -> Product.ID {
    guard let id = ids[label] else { throw Failure(description: "nothing is called \(label)") }
    return id
  }

  private func last(_ label: String) throws -> Submission.ID {
    guard let write = writes.last(where: { $0.listing == label }) else {
      throw Failure(description: "nothing was done with \(label)")
    }
    return write.submission
  }

  private func draft(_ label: String, _ step: Scenario.Step) -> NewListing {
    NewListing(
      name: step.name ?? "a \(label) for sale", description: "\(label) as good as new, no scratches",
      price: step.price ?? 45_000, stock: step.stock ?? 1)
  }

  private func changes(_ step: Scenario.Step) -> ProductChanges {
    ProductChanges(name: step.name, price: step.price, stock: step.stock)
  }

  // MARK: What happens to the user

  private func fault(_ step: Scenario.Step) throws -> Fault {
    let action: Fault.Action =
      switch step.action?.type {
      case "disconnect": .disconnect
      case "close": .close
      case "garbage": .garbage
      case "hang": .hang
      case "duplicate": .duplicate
      case "truncate": .truncate(afterBytes: step.action?.afterBytes ?? 0)
      case "status":
        .status(
          .init(code: step.action?.status ?? 500), retryAfter: step.action?.retryAfter.map { .seconds($0) })
      default: throw Failure(description: "there is no fault \(step.action?.type ?? "")")
      }
    return Fault(
      action, on: .init(step.method.flatMap { HTTPRequest.Method(rawValue: $0) }, step.path),
      phase: step.phase == "after" ? .after : .before, times: step.times ?? 1)
  }

  /// Lets the outbox send what it can; a response that hangs is given up when the attempt's time limit is over.
  private func send() async throws {
    let market = try market
    let isDone = Atomic(false)
    // Before the first request may use one up.
    var hangs = pendingHangs
    async let delivery: Void = {
      await market.outbox.driver.runInline()
      isDone.store(true, ordering: .releasing)
    }()
    while hangs > 0, !isDone.load(ordering: .acquiring), !Task.isCancelled {
      // A fault is used up by the request that now hangs.
      if pendingHangs < hangs {
        hangs = pendingHangs
        let limit = market.configuration.outbox.attemptTimeout
        time.advance(Double(limit.components.seconds))
        clock.advance(by: limit)
      }
      await giveWay()
    }
    await delivery
  }

  private var pendingHangs: Int { mock.faults.reduce(0) { $0 + ($1.action == .hang ? $1.times : 0) } }

  private func relaunch() async throws {
    let market = try market
    market.outbox.driver.abandon()
    try await market.close()
    running = try launch()
    await running?.outbox.driver.retryAll()
  }

  private func signIn() throws {
    try signIns.save(SignIn(account), for: server)
    running = try launch()
  }

  private func signOut(_ step: Scenario.Step) async throws -> [String] {
    let market = try market
    let policy: SignOutPolicy =
      switch step.policy {
      case "flush": .flush(timeout: .seconds(step.seconds ?? 60))
      case "discard": .discard
      default: .keep
      }
    let isDone = Atomic(false)
    async let signingOut = {
      defer { isDone.store(true, ordering: .releasing) }
      return try await market.signOut(policy)
    }()
    // What cannot be sent is waited for in vain.
    while network.isOffline, !isDone.load(ordering: .acquiring), !Task.isCancelled {
      clock.advance(by: .seconds(5))
      await giveWay()
    }
    let report = try await signingOut
    running = nil
    var violations: [String] = []
    if let unsent = step.unsent, unsent != report.unsentCount {
      violations.append("\(report.unsentCount) writes were not sent, not \(unsent)")
    }
    if report.isKept == (step.policy == "discard") { violations.append("what is kept is told wrongly") }
    if try signIns.signIn(for: server) != nil { violations.append("the credentials are still there") }
    return violations
  }

  /// The same vendor on another device.
  private func elsewhere(_ label: String, _ step: Scenario.Step) async throws {
    let client = try MarketClient(server: server, credentials: account, transport: network.base)
    let listed = mock.ledger.last { $0.kind == .created && $0.product.description.hasPrefix("\(label) ") }
    guard let id = listed?.productID else { throw Failure(description: "\(label) is not listed") }
    if step.price == nil, step.stock == nil, step.name == nil {
      try await client.delete(id)
    } else {
      _ = try await client.edit(id, changes(step))
    }
  }

  private func launch() throws -> Marketplace {
    try Marketplace(server: server, folder: folder.url) { configuration in
      configuration.transport = network
      configuration.serverHonoursIdempotencyKeys = scenario.market.keys
      configuration.credentials = try signIns.storedCredentials(for: server)
      configuration.cachesResponses = false
      configuration.http.clock = AnyClock(clock)
      configuration.http.time.date = { [time] in time.now }
      configuration.http.maxAttempts = 1
      configuration.http.time.jitter = { 0.5 }
      configuration.outbox.startsByItself = false
      configuration.http.time.uptime = { [time] in time.uptime }
    }
  }

  // MARK: What is to be seen

  private func look(_ label: String, _ step: Scenario.Step) async throws -> [String] {
    var violations: [String] = []
    if let states = step.states {
      let found = try await self.states()
      if found != states { violations.append("the writes are \(found), not \(states)") }
    }
    if let displayed = step.displayed {
      let submission = try await market.store.submission(last(label))
      if case .create(let draft, _) = submission?.write {
        violations += displayed.differences(from: ListedFields(draft)).map { "\(label) waits with \($0)" }
      }
    }
    return violations
  }

  private func end() async throws -> [String] {
    var violations: [String] = []
    let expected = scenario.expect
    var effects = mock.ledger.map(\.told)
    var wanted = expected.ledger
    if expected.anyOrder == true { (effects, wanted) = (effects.sorted(), wanted.sorted()) }
    if effects != wanted { violations.append("the ledger has \(effects), not \(wanted)") }
    let states = try await states()
    if states != expected.submissions {
      violations.append("the writes are \(states), not \(expected.submissions): \(try await failures())")
    }
    for (label, listed) in expected.products.sorted(by: { $0.key < $1.key }) {
      let last = mock.ledger.last { $0.product.description.hasPrefix("\(label) ") }
      let product = last.flatMap { $0.kind == .deleted ? nil : $0.product }
      switch (product, listed) {
      case (nil, nil): break
      case (let product?, let listed?):
        violations += listed.differences(from: product).map { "\(label) has \($0)" }
      case (nil, _): violations.append("\(label) is not there")
      case (_, nil): violations.append("\(label) is still there")
      }
    }
    return violations
  }

  private func states() async throws -> [String] {
    var states: [String] = []
    for write in writes {
      let submission = try await market.store.submission(write.submission)
      states.append(submission?.state.name ?? "forgotten")
    }
    return states
  }

  private func failures() async throws -> [String] {
    var failures: [String] = []
    for write in writes {
      guard let failure = try await market.store.submission(write.submission)?.failure else { continue }
      failures.append("\(write.listing): \(failure)")
    }
    return failures
  }
}

extension Scenario.Listed {
  fileprivate func differences(from fields: ListedFields) -> [String] {
    [
      price.flatMap {
        NSDecimalNumber(decimal: $0).doubleValue == fields.price ? nil : "price \(fields.price), not \($0)"
      },
      stock.flatMap { $0 == fields.stock ? nil : "stock \(fields.stock), not \($0)" },
      name.flatMap { $0 == fields.name ? nil : "name \(fields.name), not \($0)" },
    ].compactMap(\.self)
  }
}

extension Effect {
  /// Such as `created chair`.
  fileprivate var told: String {
    let verb = kind.rawValue.split(separator: ".").last ?? ""
    return "\(verb) \(product.description.split(separator: " ").first ?? "")"
  }
}

/// The date of a scenario, on the device and at the market.
final class ScenarioTime: Sendable {
  private let state = Mutex((date: Date(timeIntervalSince1970: 1_700_000_000), passed: TimeInterval(0)))

  var now: Date { state.withLock { $0.date } }

  /// The time that has really passed: a calendar that is set back takes nothing from it.
  var uptime: Uptime { Uptime(boot: "scenario", elapsed: .seconds(state.withLock { $0.passed })) }

  func advance(_ seconds: TimeInterval) {
    state.withLock { state in
      state.date += seconds
      state.passed += max(0, seconds)
    }
  }
}

/// A network that can be switched off.
final class SwitchedTransport: HTTPTransport {
  let base: any HTTPTransport
  private let state = Mutex(false)

  init(_ base: any HTTPTransport) { self.base = base }

  var isOffline: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    if isOffline { throw HTTPError(fault: .cannotConnect, "the network is switched off") }
    return try await base.send(request)
  }
}
