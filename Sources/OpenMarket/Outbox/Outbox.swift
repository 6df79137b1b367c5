package import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketPacing
public import OpenMarketStore
import Synchronization

/// The queue that holds all writes until the server has them, and sends them.
///
/// A write is on the disk before the call that asks for it returns, is sent in the order of its listing's
/// writes, takes effect once, and is never dropped: what the server refuses waits in
/// ``Marketplace/submissions`` for the user to correct or discard.
///
/// Sends by itself, as soon as something is enqueued here or by another process of the same folder, when a
/// delay between attempts ends, when the network returns, and when the credentials change. That the network is back
/// is known from the system on Apple platforms, and everywhere from any response of the server.
public final class Outbox: Sendable {
  package struct State: Sendable, Hashable {
    /// Whether it sends by itself.
    package var isStarted: Bool
    /// The number of submissions that this process is sending.
    package var sendingCount: Int
    /// The time until which sending pauses, because the network or the server fails.
    package var retryAt: Date?
    /// Whether sending pauses until the credentials change.
    package var isUnauthorized: Bool
  }

  private struct Suspension {
    var isSuspended = false
    /// Whether it sent by itself before.
    var wasStarted = false
    /// Whether it sends by itself afterwards.
    var startsAgain = false
    /// Whether a call that wants to send ends it, as during work in the background.
    var isEndedByCalls = false
  }

  /// The driver that does the work; tests have it do so step by step.
  package let driver: OutboxDriver
  private let store: MarketStore
  private let clock: AnyClock
  private let listener = Mutex<Task<Void, Never>?>(nil)
  private let suspension = Mutex(Suspension())
  /// The task that every launch runs first.
  private let launch = Mutex<Task<Void, Never>?>(nil)
  private let signIns = Mutex<Task<Void, Never>?>(nil)
  /// When finished submissions were last forgotten, at the latest.
  private let tidied: Mutex<Uptime>

  init(
    _ client: MarketClient, _ store: MarketStore, _ configuration: Configuration, vendor: Vendor?,
    http: HTTPClient.Configuration, events: MarketEvents
  ) {
    self.store = store
    clock = http.time.clock
    tidied = Mutex(http.time.uptime())
    driver = OutboxDriver(
      sender: SubmissionSender(
        client: client, store: store, configuration: configuration, holder: store.makeLeaseHolder(),
        configuredVendor: vendor, time: http.time),
      clock: clock, events: events)
    if configuration.startsByItself { start() }
  }

  deinit {
    endListening()
    driver.abandon()
  }

  package var state: State {
    let breaker = driver.breaker
    return State(
      isStarted: listener.withLock { $0 != nil }, sendingCount: driver.sending.count,
      retryAt: breaker.retryAt, isUnauthorized: breaker.isUnauthorized)
  }

  /// Why nothing can be sent, when the store cannot be written; `nil` when it could be the last time.
  package var storeFailure: StoreError? { driver.storeFailure }

  /// Starts sending automatically; writes that wait for credentials or are delayed are tried at once.
  ///
  /// Does nothing if it is already started.
  public func start() { _ = start(overridingHolds: false) }

  /// Sends from now on by itself, also writes that wait for a time that the server has named when `overridingHolds`.
  ///
  /// - Returns: Whether it has begun: not when it does so already, or when the market is suspended.
  private func start(overridingHolds: Bool) -> Bool {
    let (isSuspended, isWoken) = suspension.withLock { suspension in
      let isWoken = suspension.isEndedByCalls
      if isWoken { suspension = Suspension() }
      if suspension.isSuspended { suspension.startsAgain = true }
      return (suspension.isSuspended, isWoken)
    }
    if isSuspended { return false }
    if isWoken { driver.endSuspension() }
    let begins = start { [driver, store] launch in
      await Self.begin(driver, launch, store, overridingHolds: overridingHolds)
    }
    // One that began meanwhile has not seen that it is started.
    let isSuspendedAgain = suspension.withLock { suspension in
      guard suspension.isSuspended, !suspension.isEndedByCalls else { return false }
      (suspension.wasStarted, suspension.startsAgain) = (true, true)
      return true
    }
    guard isSuspendedAgain else { return begins }
    endListening()
    driver.beginSuspension()
    return false
  }

  /// Sends by itself after some first steps, unless it does so already.
  @discardableResult
  private func start(_ firstSteps: @escaping @Sendable (_ launch: UInt64) async -> Void) -> Bool {
    listener.withLock { task in
      guard task == nil else { return false }
      let changes = store.changes()
      let number = driver.announceStart()
      let begin = Task { await firstSteps(number) }
      launch.withLock { $0 = begin }
      task = Task { [driver, store] in
        await begin.value
        for await change in changes where change == .submissions(nil) || change == .everything {
          // To claim nothing would take a lease and a transaction.
          if (try? await store.hasPending) != false { driver.noteForeignChanges() }
        }
      }
      guard let credentials = driver.sender.client.credentials else { return true }
      signIns.withLock { signIns in
        signIns = Task { [driver] in
          for await _ in credentials.changes { driver.credentialsChanged() }
        }
      }
      return true
    }
  }

  /// Runs the steps that every launch needs first.
  private static func begin(
    _ driver: OutboxDriver, _ launch: UInt64, _ store: MarketStore, overridingHolds: Bool
  ) async {
    await forgetFinished(driver, store)
    if overridingHolds {
      await driver.retryAll()
    } else {
      await driver.requeue()
    }
    await driver.start(launch)
    try? await store.removeUnusedPhotos()
  }

  /// Forgets finished submissions that are old enough, as every launch does, and returns after a day.
  private static func forgetFinished(_ driver: OutboxDriver, _ store: MarketStore) async {
    let time = driver.sender.time
    let now = time.date()
    // Only tidying up: what fails is done the next time.
    try? await store.forgetSubmissions(
      finishedBefore: now - driver.sender.configuration.finishedRetention.seconds,
      discardRetention: discardRetention, at: now, uptime: time.uptime())
  }

  /// How long a discarded submission outlives the launches of processes.
  private static let discardRetention = Duration.seconds(600)

  /// Stops sending automatically; requests in flight are cancelled, and their outcome looked for at the next start.
  public func stop() async {
    suspension.withLock { ($0.wasStarted, $0.startsAgain) = (false, false) }
    // Together: of a start and a stop at the same time, the driver counts the one that is heard last.
    endListening { driver.announceStop() }
    await driver.stop()
  }

  /// Begins nothing new; what is being sent goes on.
  func beginWindDown() {
    noteSuspension()
    driver.beginWindDown()
  }

  private func noteSuspension() {
    let isStarted = listener.withLock { $0 != nil }
    suspension.withLock { suspension in
      suspension.isEndedByCalls = false
      guard !suspension.isSuspended else { return }
      suspension = Suspension(isSuspended: true, wasStarted: isStarted, startsAgain: isStarted)
    }
    endListening()
  }

  /// Gives up what is being sent, writes down what became of it, and gives up all claims. Nothing is
  /// sent until ``resume()``.
  package func suspend() async {
    noteSuspension()
    await launch.withLock { $0 }?.value
    await driver.suspend()
  }

  /// Sends nothing before it is asked to, though the market goes on: for work in the background.
  func awaitCalls() {
    suspension.withLock { $0.isEndedByCalls = $0.isSuspended }
  }

  /// Notes that a write was enqueued in this process. Who does so in the background wants it sent.
  func noteEnqueued() {
    resume { $0.isEndedByCalls }
    driver.noteChanges()
  }

  /// Sends by itself again if it did so before; writes that wait for a better time are tried at once.
  package func resume() { resume { _ in true } }

  private func resume(if isMeant: (Suspension) -> Bool) {
    let before = suspension.withLock { suspension -> Suspension? in
      guard isMeant(suspension) else { return nil }
      defer { suspension = Suspension() }
      return suspension
    }
    guard let before else { return }
    if before.wasStarted, before.startsAgain, start({ [weak self] in await self?.goOn($0) }) { return }
    driver.endSuspension()
    if before.startsAgain { start() }
  }

  /// Goes on where it was: what every launch does is done, and with nothing pending there is nothing to do.
  private func goOn(_ launch: UInt64) async {
    // An absence may have ended before the first steps of the launch did, which does not count any more.
    await driver.start(launch)
    let hasWork = (try? await store.hasPending) != false
    if hasWork { await driver.requeue() }
    if suspension.withLock({ $0.isSuspended }) { return }
    driver.endSuspension(hasWork: hasWork)
    // Apps may return for weeks without a launch.
    if isNextDay() { await Self.forgetFinished(driver, store) }
    try? await store.removeUnusedPhotos()
  }

  /// Whether a day has passed since it last was so, or since the launch.
  private func isNextDay() -> Bool {
    let now = driver.sender.time.uptime()
    return tidied.withLock { last in
      if let age = now.duration(since: last), age < .seconds(86_400) { return false }
      last = now
      return true
    }
  }

  private func endListening(_ stop: () -> Void = {}) {
    let (changes, credentials) = listener.withLock { listener in
      stop()
      return (listener.take(), signIns.withLock { $0.take() })
    }
    changes?.cancel()
    credentials?.cancel()
  }

  /// Reports that the network seems to be back: if it sends by itself, pending writes are tried at once.
  func noteNetwork() {
    if state.isStarted { driver.noteNetwork() }
  }

  /// Tries pending writes at once, if there are any and it sends by itself.
  func retryPending() async {
    guard state.isStarted, (try? await store.hasPending) == true else { return }
    driver.noteNetwork()
  }

  /// Tries once to send each write that is due, and returns when the rest has to wait: for a later time, for
  /// other credentials, for the user, or for another process that holds it.
  ///
  /// Starts sending if it is stopped; continues after the return.
  ///
  /// - Returns: The writes that have no outcome yet, or need a decision, in their order; at most 1,000.
  /// - Throws: `StoreError`, also when what came of a write cannot be written down, which goes on being tried; or
  ///   `CancellationError` when the calling task was cancelled.
  @discardableResult
  package func deliver() async throws -> [Submission] {
    try await retryAll()
    try await driver.whenDelivered()
    return try await store.submissions()
  }

  /// Sends all writes that can be sent, and waits until that is done or `timeout` has passed.
  ///
  /// Starts sending if it is stopped; continues after the time is up. A write that waits for a time that the
  /// server has named is tried at once, since the user wants it. Ends early when nothing can be sent before the
  /// credentials change.
  ///
  /// - Parameter timeout: The longest wait; `nil` for as long as it takes.
  /// - Returns: The writes that are left, in their order, at most 1,000: those that the time did not suffice for, were
  ///   refused, or need a decision. Empty when the server has everything.
  /// - Throws: `StoreError`, or `CancellationError` when the calling task was cancelled.
  @discardableResult
  public func flush(timeout: Duration? = nil) async throws -> [Submission] {
    let changes = store.changes()
    try await retryAll()
    let wait: @Sendable () async throws -> Void = { [self] in
      if try await isFlushed() { return }
      for await _ in changes {
        try Task.checkCancellation()
        if try await isFlushed() { return }
      }
    }
    if let timeout {
      do {
        try await withDeadline(clock.now.advanced(by: timeout), clock: clock, operation: wait)
      } catch is DeadlineExceeded {
        // The result says what is left.
      }
    } else {
      try await wait()
    }
    return try await store.submissions()
  }

  /// Has everything tried that waits, whatever for; begins to send if that is necessary.
  private func retryAll() async throws {
    try await store.resumed()
    let begins = start(overridingHolds: true)
    await launch.withLock { $0 }?.value
    // What the start has tried already is not tried a second time.
    if !begins { await driver.retryAll() }
  }

  /// Whether nothing more can be sent without a decision of the user.
  private func isFlushed() async throws -> Bool {
    if driver.breaker.isUnauthorized { return true }
    if try await driver.sender.isOthersQueue { return true }
    return try await !store.hasDeliverableSubmissions()
  }
}
