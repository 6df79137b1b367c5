import Foundation

/// All devices with one app, for a day: an event queue with a virtual clock.
final class Fleet<Model: App> {
  private enum Event {
    case step(Model.State)
    case attempt(Call)
    case impatience(Model.State, serial: Int)
    case timer(Int, Model.State)
    case visit(device: Int, number: Int)
  }

  private let seed: UInt64
  private let visits: [Visit]
  private let app: Model
  private var queue = EventQueue<Event>()
  private var haveVisited: [Bool]
  private(set) var server: Server
  var market: Market

  /// Prepares a day.
  init(_ app: Model, _ visits: [Visit], devices: Int, outage: OutageKind, seed: UInt64, day: Day) {
    (self.app, self.visits, self.seed) = (app, visits, seed)
    haveVisited = [Bool](repeating: false, count: devices)
    server = Server(outage)
    market = Market(devices: devices, seed: seed, day: day)
  }

  var tally: Tally { server.tally }

  /// Runs from one moment to another.
  func run(_ hours: Range<Double>) {
    var next = visits.firstIndex { $0.time >= hours.lowerBound } ?? visits.endIndex
    while true {
      let visit = next < visits.count ? visits[next].time : .infinity
      let event = queue.nextTime ?? .infinity
      guard min(visit, event) < hours.upperBound else { return }
      if visit <= event {
        begin(visits[next])
        next += 1
      } else if let (time, event) = queue.popFirst() {
        handle(event, at: time)
      }
    }
  }

  // MARK: - For apps

  /// Sends a request, which may succeed before this returns.
  @discardableResult
  func send(
    _ screen: Screen, _ purpose: Purpose, _ session: Model.State, isBlocking: Bool = false, at time: Double
  ) -> Call {
    let call = Call(session, screen, purpose, isBlocking: isBlocking, at: time)
    if isBlocking {
      session.blocking += 1
      call.isCounted = true
    }
    attempt(call, session, at: time)
    return call
  }

  /// Lets an attempt that was held up go now.
  func attemptNow(_ call: Call, _ session: Model.State, at time: Double) {
    if let failure = receive(call, session, at: time) { failed(call, session, failure, at: time) }
  }

  func setTimer(_ timer: Int, _ session: Model.State, at time: Double) {
    queue.add(.timer(timer, session), at: time)
  }

  func countResponse(_ screen: Screen, bytes: Int, isUnmodified: Bool = false) {
    server.tally.countResponse(screen, bytes: bytes, isUnmodified: isUnmodified)
  }

  /// Photos come from a host of their own, which is never down.
  func loadPhotos(_ count: Int, bytes: Int, _ session: Model.State) {
    server.tally.countPhotos(count, bytes: bytes, quiet: session.quiet)
  }

  func countRefusedWrite() { server.tally.refusedWrites += 1 }

  // MARK: - Requests

  private func attempt(_ call: Call, _ session: Model.State, at time: Double) {
    guard app.passes(call, session, self, at: time) else { return }
    attemptNow(call, session, at: time)
  }

  /// - Returns: How it failed, if it did.
  private func receive(_ call: Call, _ session: Model.State, at time: Double) -> Server.Failure? {
    call.attempts += 1
    let failure = server.receive(call.screen, bytes: call.upload, quiet: session.quiet, at: time)
    if let failure {
      if failure.status != nil { countResponse(call.screen, bytes: Sizes.error) }
      return failure
    }
    app.succeeded(call, session, self, at: time)
    ended(call, session, at: time)
    return nil
  }

  private func failed(_ call: Call, _ session: Model.State, _ failure: Server.Failure, at time: Double) {
    let delay = app.delay(call, session, after: failure, fraction: session.random.fraction(), at: time)
    // The failure itself takes a round trip.
    if let delay { return queue.add(.attempt(call), at: time + 0.05 + delay) }
    if call.isBlocking { session.hasFailed = true }
    app.failed(call, session, failure, self, at: time)
    ended(call, session, at: time)
  }

  /// A call is over: when the user waits for nothing more, the next step follows.
  private func ended(_ call: Call, _ session: Model.State, at time: Double) {
    guard call.isCounted else { return }
    call.isCounted = false
    session.blocking -= 1
    if session.blocking == 0, session.isWaiting { conclude(session, at: time) }
  }

  // MARK: - Users

  private func begin(_ visit: Visit) {
    guard visit.isInBackground else {
      return open(Int(visit.device), Int(visit.number), at: visit.time)
    }
    var random = Seeded(seed, 4, Int(visit.device), Int(visit.number))
    var plan = Plan(&random)
    plan.steps = []
    let session = Model.State(device: Int(visit.device), plan: plan, random: random, quiet: nil)
    app.begin(session, self, at: visit.time)
    send(.background, .background, session, at: visit.time)
    // The system gives it half a minute.
    queue.add(.impatience(session, serial: 0), at: visit.time + 30)
  }

  private func open(_ device: Int, _ number: Int, at time: Double) {
    var random = Seeded(seed, 3, device, number)
    let plan = Plan(&random)
    let quiet = plan.isGlance && haveVisited[device] ? market.neighbourhood(of: device) : nil
    haveVisited[device] = true
    if let quiet { server.tally.countQuietVisit(quiet) }
    let session = Model.State(device: device, plan: plan, random: random, quiet: quiet)
    app.begin(session, self, at: time)
    perform(session, at: time)
  }

  private func handle(_ event: Event, at time: Double) {
    switch event {
    case .step(let session): if !session.isOver { perform(session, at: time) }
    case .attempt(let call):
      guard !call.isCancelled, let session = call.session as? Model.State, !session.isOver else { return }
      attempt(call, session, at: time)
    case .impatience(let session, let serial):
      guard !session.isOver, session.serial == serial else { return }
      if session.plan.steps.isEmpty { return end(session, at: time) }
      abandon(session, at: time)
    case .timer(let timer, let session): if !session.isOver { app.ring(timer, session, self, at: time) }
    case .visit(let device, let number): open(device, number, at: time)
    }
  }

  private func perform(_ session: Model.State, at time: Double) {
    session.hasFailed = false
    session.isWaiting = false
    let step = session.plan.steps[session.place].step
    app.perform(step, session, self, at: time)
    // Who sees something reads it, and what was asked for comes meanwhile.
    guard session.blocking > 0, !app.showsSomething(session, for: step) else {
      return conclude(session, at: time)
    }
    session.isWaiting = true
    queue.add(
      .impatience(session, serial: session.serial), at: time + min(60, 3 + session.random.wait(mean: 12)))
  }

  private func conclude(_ session: Model.State, at time: Double) {
    session.serial += 1
    session.isWaiting = false
    let step = session.plan.steps[session.place].step
    if session.hasFailed, !app.showsSomething(session, for: step) {
      guard session.manualRetries < 2 else { return abandon(session, at: time) }
      session.manualRetries += 1
      server.tally.manualRetries += 1
      return queue.add(.step(session), at: time + session.random.number(in: 3...15))
    }
    session.place += 1
    guard session.place < session.plan.steps.count else {
      // A look at what is there before the app is left.
      return queue.add(.impatience(session, serial: session.serial), at: time + 10)
    }
    queue.add(.step(session), at: time + session.plan.steps[session.place].pause)
  }

  /// The user leaves. Half of those whom nothing was displayed come back later.
  private func abandon(_ session: Model.State, at time: Double) {
    end(session, at: time)
    guard session.place < session.plan.steps.count else { return }
    server.tally.abandoned += 1
    guard session.random.happens(0.5) else { return }
    let number = 1_000 + Int(session.random.next() % 100_000)
    queue.add(.visit(device: session.device, number: number), at: time + session.random.wait(mean: 1_200))
  }

  /// The system stops the app, and with it everything under way.
  private func end(_ session: Model.State, at time: Double) {
    app.end(session, self, at: time)
    session.isOver = true
  }
}
