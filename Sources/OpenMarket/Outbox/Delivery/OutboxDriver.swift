import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketPacing
import OpenMarketStore
import Synchronization

/// Performs what a ``DeliveryMachine`` decides: transactions, attempts and timers, each in a task of its own, never
/// under the lock.
package final class OutboxDriver: Sendable {
  private struct State {
    var machine: DeliveryMachine
    var isStarted = false
    /// The start that counts, by its number; `nil` after a stop.
    var launch: UInt64?
    /// Whether a stop is giving back claims.
    var isReleasing = false
    /// Nothing that happens counts any more: as if the process had ended.
    var isDead = false
    /// Whether a caller runs everything in one task, step by step; see ``OutboxDriver/runInline()``.
    var isInline = false
    var tasks: [UInt64: Task<Void, Never>] = [:]
    var lastTask: UInt64 = 0
    var alarm: (call: ScheduledCall, moment: Date)?
    /// When the machine was asked last.
    var lastLook: Date?
    /// The tasks that talk to the server.
    var attempts: Set<UInt64> = []
    /// Whether nothing is begun for a while.
    var isSuspended = false
    /// How often attempts were left behind that would not end.
    var generation = 0
    /// Why the last transaction could not be written; `nil` since one was.
    var storeFailure: StoreError?

    /// Whether nothing runs, or nothing counts any more.
    var isQuiet: Bool { isDead || machine.isQuiet && tasks.isEmpty }
    /// Whether waiting is in vain before the store can be written again.
    var isBlocked: Bool { machine.isBlocked && tasks.isEmpty }

    /// Asks the machine what to do.
    mutating func next(now: Date) -> [DeliveryMachine.Action] {
      if let lastLook, now < lastLook.addingTimeInterval(-1) {
        // Moments that were reckoned by the calendar of before may be far off; the store forgets its own.
        machine.retryNow(now: now)
      }
      lastLook = now
      return machine.next(now: now)
    }
  }

  let sender: SubmissionSender
  private let clock: AnyClock
  private let events: MarketEvents
  private let state: Mutex<State>
  /// Those that wait until nothing runs.
  private let waiters = Waiters()
  /// The longest sleep: what other processes left behind, or a calendar that was set, is noticed by then.
  private static let longestSleep = TimeInterval(30)

  init(sender: SubmissionSender, clock: AnyClock, events: MarketEvents) {
    self.sender = sender
    self.clock = clock
    self.events = events
    state = Mutex(
      State(
        machine: DeliveryMachine(
          limit: sender.configuration.concurrency, backoff: sender.configuration.backoff)))
  }

  private var now: Date { sender.time.date() }

  // MARK: From outside

  /// Announces a start and returns its number: it counts until the next stop is announced, however long its first steps take.
  func announceStart() -> UInt64 {
    state.withLock { state in
      state.lastTask += 1
      state.launch = state.lastTask
      return state.lastTask
    }
  }

  /// Sends from now on, unless the start does not count any more.
  func start(_ launch: UInt64) async {
    await waiters.wait { state.withLock { !$0.isReleasing } }
    state.withLock { state in
      guard state.launch == launch else { return }
      state.isStarted = true
      if !state.isSuspended { state.machine.resume() }
    }
    waiters.wakeAll()
    pump()
  }

  /// Begins nothing new; what runs goes on, and is written down.
  func beginWindDown() {
    beginSuspension()
    pump()
  }

  package func beginSuspension() {
    state.withLock { state in
      state.isSuspended = true
      state.machine.stop()
    }
  }

  /// Gives up what runs, writes down what became of it, and gives back what was not sent. Nothing is sent before
  /// ``endSuspension()``.
  func suspend() async {
    beginSuspension()
    let attempts = state.withLock { state in state.attempts.compactMap { state.tasks[$0] } }
    for attempt in attempts { attempt.cancel() }
    pump()
    let limit = clock.now.advanced(by: Self.cancellationTime)
    try? await withDeadline(limit, clock: clock) { await self.whenQuiet() }
    state.withLock { state in
      if !state.machine.sending.isEmpty {
        // A transport that does not heed cancellation. What it may still bring counts only if it is a fact.
        state.generation += 1
        state.machine.leaveBehind()
      }
      state.machine.forgetRefused()
      state.alarm.take()?.call.cancel()
    }
    await sender.releaseClaims()
  }

  /// Lets everything go on.
  /// - Parameter hasWork: Whether anything may be pending.
  func endSuspension(hasWork: Bool = true) {
    state.withLock { state in
      guard state.isSuspended else { return }
      state.isSuspended = false
      // Not while a stop waits for what is being sent.
      if state.launch != nil || !state.isStarted { state.machine.resume(hasWork: hasWork) }
    }
    pump()
  }

  /// How long attempts may take to end once they are cancelled.
  private static let cancellationTime = Duration.seconds(1)

  /// Notes that a write was enqueued in this process.
  func noteChanges() { change { $0.retryNow(now: self.now) } }

  /// Has writes that wait for credentials or for the network tried when sending goes on.
  func requeue() async {
    try? await sender.store.resume(unauthorized: true, waiting: true)
    change { $0.retryUnauthorized() }
  }

  /// Another process may have enqueued something.
  func noteForeignChanges() { change { $0.noteChanges() } }

  /// Reports that the network seems to be back: pending writes are tried at once.
  func noteNetwork() {
    perform { driver in
      try? await driver.sender.store.resume(unauthorized: false, waiting: true)
      driver.change { $0.retryNow(now: driver.now) }
    }
  }

  /// Whether a response from the server would be a change.
  var waitsForNetwork: Bool {
    state.withLock {
      $0.isStarted && !$0.machine.breaker.allowsRequests(at: now) && !$0.machine.breaker.isUnauthorized
    }
  }

  /// Other credentials are there: writes that wait for them are retried.
  package func credentialsChanged() {
    perform { driver in
      try? await driver.sender.store.resume(unauthorized: true, waiting: false)
      driver.change { $0.credentialsChanged(now: driver.now) }
    }
  }

  /// The user wants everything retried that waits, for whatever: the network, credentials, a time that the server
  /// has named.
  package func retryAll() async {
    try? await sender.store.resume(unauthorized: true, waiting: true, overridesHolds: true)
    change {
      $0.credentialsChanged(now: self.now)
      $0.retryNow(overridesHold: true, now: self.now)
    }
  }

  /// Does everything that can be done now in the calling task, one thing after the other, so that a test decides
  /// what happens between any two of them.
  package func runInline() async {
    state.withLock { $0.isInline = true }
    defer { state.withLock { $0.isInline = false } }
    change { $0.noteChanges() }
    while true {
      let actions = state.withLock { $0.isDead ? [] : $0.next(now: now) }
      var isDone = true
      for action in actions {
        switch action {
        case .commit(let outcomes, let count): await commit(outcomes, claiming: count)
        case .send(let claim): await send(claim)
        case .wake: continue
        }
        isDone = false
      }
      if isDone { return }
    }
  }

  /// Ends what runs after ``announceStop()``, writes down what came of it, and gives back what was not sent; returns early when
  /// a start is announced meanwhile.
  func stop() async {
    let running = state.withLock { state in
      state.launch != nil || state.machine.sending.isEmpty ? [] : Array(state.tasks.values)
    }
    for task in running { task.cancel() }
    pump()
    await waiters.wait { state.withLock { $0.isQuiet && !$0.isReleasing || $0.launch != nil } }
    let isOver = state.withLock { state in
      guard state.launch == nil, !state.isReleasing else { return false }
      (state.isStarted, state.isReleasing) = (false, true)
      state.machine.forgetRefused()
      state.alarm.take()?.call.cancel()
      return true
    }
    guard isOver else { return }
    await sender.releaseClaims()
    state.withLock { $0.isReleasing = false }
    waiters.wakeAll()
  }

  /// Begins nothing new until a start is announced; ``stop()`` ends what runs.
  func announceStop() {
    state.withLock { state in
      state.launch = nil
      state.machine.stop()
    }
  }

  /// Ends at once and writes nothing down, as a process that is killed does.
  package func abandon() {
    let tasks = state.withLock { state in
      state.isDead = true
      state.alarm?.call.cancel()
      return Array(state.tasks.values)
    }
    sender.holder.abandon()
    for task in tasks { task.cancel() }
    waiters.wakeAll()
    sender.progress.finish()
  }

  var breaker: DeliveryCircuitBreaker { state.withLock { $0.machine.breaker } }

  package var isDead: Bool { state.withLock { $0.isDead } }

  /// Why nothing can be claimed, and no outcome written down; `nil` when that went well the last time.
  var storeFailure: StoreError? { state.withLock { $0.storeFailure } }

  /// The submissions that are being sent.
  var sending: Set<Submission.ID> { state.withLock { $0.machine.sending } }

  /// Waits until nothing runs, or the task is cancelled.
  func whenQuiet() async { await waiters.wait { state.withLock { $0.isQuiet } } }

  /// Waits as ``whenQuiet()`` does, but not for a store that cannot be written.
  ///
  /// - Throws: `StoreError` when what came of writes could not be written down, twice; that is retried.
  func whenDelivered() async throws(StoreError) {
    var failure: StoreError?
    await waiters.wait {
      state.withLock { state in
        failure = state.isBlocked && !state.isQuiet ? state.storeFailure : nil
        return state.isQuiet || state.isBlocked
      }
    }
    if let failure { throw failure }
  }

  // MARK: Inside

  private func change(_ event: @Sendable (inout DeliveryMachine) -> Void) {
    state.withLock { if !$0.isDead { event(&$0.machine) } }
    pump()
  }

  /// Asks the machine what to do, and does it.
  private func pump() {
    let actions = state.withLock { state -> [DeliveryMachine.Action] in
      guard state.isStarted, !state.isDead, !state.isInline else { return [] }
      let actions = state.next(now: now)
      // Under the lock, so that the alarm that stays is that of the last event.
      for case .wake(let moment) in actions { wake(at: moment, &state) }
      return actions
    }
    for action in actions {
      switch action {
      case .commit(let outcomes, let count): perform { await $0.commit(outcomes, claiming: count) }
      case .send(let claim): perform(isAttempt: true) { await $0.send(claim) }
      case .wake: continue
      }
    }
  }

  private func commit(_ outcomes: [Delivery], claiming count: Int) async {
    guard state.withLock({ !$0.isDead }) else { return }
    // Not those of whoever happened to wake the outbox.
    let cause = outcomes.first?.cause ?? MarketEvent.Cause("outbox", after: nil)
    await MarketEvent.Cause.$current.withValue(cause) { await write(outcomes, claiming: count) }
  }

  private func write(_ outcomes: [Delivery], claiming count: Int) async {
    do {
      // The copies come first: until the submission is settled, its pending write covers them. They can be
      // fetched again; a cache that cannot be written holds nothing up.
      do {
        try await sender.keep(outcomes)
        state.withLock { $0.machine.kept() }
      } catch { tell(error) }
      let round = try await sender.commit(outcomes, claiming: count)
      for outcome in outcomes where !outcome.isVoid {
        events.trace(.submission, cause: outcome.cause) { $0.note(outcome) }
      }
      state.withLock { $0.storeFailure = nil }
      change { $0.committed(round) }
    } catch {
      tell(error)
      state.withLock { $0.storeFailure = StoreError(reading: error) }
      change { $0.commitFailed(now: self.now) }
    }
  }

  private func tell(_ error: any Error) { events.send(.storeFailed(StoreError(reading: error))) }

  private func send(_ claim: Claim) async {
    let begun = state.withLock { $0.isDead ? nil : $0.generation }
    guard let begun else { return }
    let cause = MarketEvent.Cause("delivery", after: nil)
    events.trace(.submission, cause: cause) { $0.note(claim) }
    let delivery = await MarketEvent.Cause.$current.withValue(cause) { await sender.deliver(claim) }
    let isLate = state.withLock { $0.generation != begun }
    change { machine in
      if isLate { return machine.deliveredLate(delivery) }
      machine.delivered(delivery, now: self.now, fraction: self.sender.time.jitter())
    }
  }

  private func wake(at moment: Date, _ state: inout State) {
    if let alarm = state.alarm, alarm.moment == moment { return }
    let delay = min(max(0, moment.timeIntervalSince(now)), Self.longestSleep)
    state.alarm?.call.cancel()
    let call = clock.schedule(at: clock.now.advanced(by: .seconds(delay))) { [weak self] in
      self?.ring()
    }
    state.alarm = (call, moment)
  }

  private func ring() {
    state.withLock { state in
      state.alarm = nil
      state.machine.noteChanges()
    }
    pump()
  }

  /// Runs `operation` in a task of its own that ``abandon()`` cancels.
  private func perform(
    isAttempt: Bool = false, _ operation: @escaping @Sendable (OutboxDriver) async -> Void
  ) {
    state.withLock { state in
      guard !state.isDead else { return }
      state.lastTask += 1
      let id = state.lastTask
      if isAttempt { state.attempts.insert(id) }
      // Registered before it can end: it waits for the lock that is held here.
      let task = Task { [self] in
        await operation(self)
        finish(id)
      }
      state.tasks[id] = task
      // Decided on before the suspension, which has not seen it among those that run.
      if isAttempt, state.isSuspended { task.cancel() }
    }
  }

  private func finish(_ id: UInt64) {
    let isSettled = state.withLock { state in
      state.tasks[id] = nil
      state.attempts.remove(id)
      return state.isQuiet || state.isBlocked
    }
    if isSettled { waiters.wakeAll() }
  }
}
