import Foundation
import OpenMarketHTTP
import OpenMarketPacing
import Synchronization

/// Performs what a ``FeedMachine`` asks for and tells everybody who listens.
///
/// Works as long as a feed or one of its sequences has its ``FeedHold``; then everything in flight is cancelled.
final class FeedDriver: Sendable {
  private struct Held {
    var machine: FeedMachine
    var displayed = FeedState()
    var version: UInt64 = 1
    var tasks: [FeedMachine.Token: Task<Void, Never>] = [:]
    var listening: Task<Void, Never>?
    /// The latest read of products that changed.
    var rereading: Task<Void, Never>?
    /// How often pending writes were read.
    var lastCheck = 0
    var isEnded = false
    /// Whether nothing changes any more, as the store is closed.
    var isOver = false
  }

  private let source: FeedSource
  private let date: @Sendable () -> Date
  private let held: Mutex<Held>
  private let waiters = Waiters()
  private let prefetcher: FeedPrefetcher?

  init(_ source: FeedSource, _ settings: FeedMachine.Settings, date: @escaping @Sendable () -> Date) {
    self.source = source
    self.date = date
    held = Mutex(Held(machine: FeedMachine(settings)))
    prefetcher = source.prefetch.map { FeedPrefetcher($0, distance: settings.prefetchDistance) }
  }

  /// Cancels everything in flight, and begins nothing any more.
  fileprivate func end() {
    let tasks = held.withLock { held in
      held.isEnded = true
      return [held.listening, held.rereading].compactMap(\.self) + held.tasks.values
    }
    for task in tasks { task.cancel() }
  }

  var state: FeedState { held.withLock { $0.displayed } }

  /// Lets the machine take one event, then does what it asks for.
  func send(_ event: (inout FeedMachine) -> [FeedMachine.Action]) {
    if held.withLock({ $0.isEnded }) { return }
    listen()
    let (actions, items) = held.withLock { held in
      let (before, overlay) = (held.machine.state, held.machine.overlay.version)
      let actions = event(&held.machine)
      let state = held.machine.state
      guard state != before || held.machine.overlay.version != overlay else {
        return (actions, [Product]?.none)
      }
      held.displayed = held.machine.displayed
      held.version += 1
      return (actions, held.displayed.items)
    }
    if let items {
      prefetcher?.changed(items)
      waiters.wakeAll()
    }
    for action in actions { perform(action) }
  }

  func itemAppeared(_ id: Product.ID) {
    let items = state.items
    let isAhead = source.isConstrained() && items.last?.id != id
    if !isAhead { send { $0.itemAppeared(id, among: items) } }
    prefetcher?.appeared(id, in: items)
  }

  /// The reader wants the list anew; whatever else is displayed and stale is read with it.
  func refresh() {
    send { $0.refresh() }
    source.refresher?.fire("pull")
  }

  /// Has the list read again when it is stale, for as long as the result is kept.
  func display() -> Displayed? {
    source.refresher?.display { [weak self] run in self?.refresh(in: run) }
  }

  private func refresh(in run: RefreshRun) {
    let staleTime = source.staleTime
    send { $0.revalidate { run.isDue($0, staleTime: staleTime) } }
  }

  // MARK: - Actions

  private func perform(_ action: FeedMachine.Action) {
    switch action {
    case .fetch(let token, let window):
      guard let read = source.window else { return }
      run(token) { [date] in
        let response = await Result { try await read(window.page, window.size) }
        let ids = (try? response.get())?.products.map(\.id) ?? []
        return (ids, { $0.received(response, for: token, at: date()) })
      }
    case .readStored(let token, let last, let limit):
      run(token) { [source] in
        let response = await Result { try await source.stored(last, limit) }
        let ids = (try? response.get())?.map(\.id) ?? []
        return (ids, { $0.read(response, for: token) })
      }
    case .cancel(let token):
      held.withLock { $0.tasks.removeValue(forKey: token) }?.cancel()
    case .reread(let ids): _ = reread(ids)
    }
  }

  private typealias Event = @Sendable (inout FeedMachine) -> [FeedMachine.Action]

  /// Runs `work`, which brings products, while the machine waits for it.
  private func run(
    _ token: FeedMachine.Token, _ work: @escaping @Sendable () async -> ([Product.ID], Event)
  ) {
    let cause = MarketEvent.Cause("feed")
    let task = Task { [weak self] in
      let (ids, event) = await MarketEvent.Cause.$current.withValue(cause, operation: work)
      guard let self else { return }
      // Their pending writes come with them: they are never displayed without.
      let pending = await pendingEvent(adding: ids)
      held.withLock { _ = $0.tasks.removeValue(forKey: token) }
      send { (pending?(&$0) ?? []) + event(&$0) }
      // And what was written meanwhile.
      await readPending()
    }
    // It may be over, or not wanted any more, before it is noted here.
    let isWanted = held.withLock { held in
      guard !held.isEnded, held.machine.isWaiting(for: token) else { return false }
      held.tasks[token] = task
      return true
    }
    if !isWanted { task.cancel() }
  }

  // MARK: - Changes on this device

  /// Begins to listen, with the first event.
  private func listen() {
    guard held.withLock({ $0.listening == nil }) else { return }
    // Before anything is read, and not in the task, which may begin late: no change is missed.
    let changes = source.changes()
    held.withLock { held in
      guard held.listening == nil, !held.isEnded else { return }
      held.listening = Task { [weak self] in
        await self?.readPending()
        for await change in changes {
          guard let self else { return }
          await note(change)
        }
        self?.finish()
      }
    }
  }

  private func finish() {
    held.withLock { $0.isOver = true }
    waiters.wakeAll()
  }

  private func note(_ change: StoreChange) async {
    switch change {
    case .products(let ids, let removed):
      // First, so that what arrives from now on is read again by the machine's word; what is there already, below.
      send { $0.changed(ids, removed: removed) }
      await reread(held.withLock { $0.machine.displayed(among: ids) }).value
    case .everything:
      await reread(displayedIDs).value
      await readPending()
    case .submissions: await readPending()
    case .recentSearches, .drafts: break
    }
  }

  private var displayedIDs: [Product.ID] {
    held.withLock { $0.machine.state.items.map(\.id) + $0.machine.overlay.localInsertions.keys }
  }

  /// Reads products again, after all earlier such reads have shown what they found: an older response never comes after a
  /// newer one.
  private func reread(_ ids: [Product.ID]) -> Task<Void, Never> {
    let (task, isWanted) = held.withLock { held in
      let earlier = held.rereading
      let task = Task { [weak self, source] in
        await withTaskCancellationHandler {
          await earlier?.value
        } onCancel: {
          earlier?.cancel()
        }
        guard !ids.isEmpty, let products = try? await source.products(ids) else { return }
        self?.send { $0.reread(products) }
      }
      held.rereading = task
      return (task, !held.isEnded)
    }
    if !isWanted { task.cancel() }
    return task
  }

  // MARK: - Pending writes

  private func readPending() async {
    if let event = await pendingEvent() { send(event) }
  }

  /// Pending writes now for the list and for the products `ids` that are about to enter it; `nil` when that is
  /// nothing, as before.
  private func pendingEvent(adding ids: [Product.ID] = []) async -> Event? {
    guard let source = source.pending, let hasPending = try? await source.hasPending() else { return nil }
    let (lookup, request) = held.withLock { held -> (Int, FeedPendingSource.Request?) in
      let overlay = held.machine.overlay
      guard hasPending || !overlay.isEmpty else { return (0, nil) }
      held.lastCheck += 1
      let request = FeedPendingSource.Request(
        items: held.machine.state.items.map(\.id) + ids, localInsertions: Array(overlay.localInsertions.keys),
        listings: overlay.pending.pendingListings.map(\.id))
      return (held.lastCheck, request)
    }
    guard let request, let pending = try? await source.read(request) else { return nil }
    return { $0.pendingChanged(pending, lookup: lookup) }
  }

  // MARK: - Listeners

  /// The state once it is another than that of version `seen`; `nil` when there will be none, or the task is cancelled.
  func next(after seen: UInt64) async -> (FeedState, version: UInt64)? {
    // What is under way still fails, or ends.
    await waiters.wait { held.withLock { $0.version != seen || $0.isOver && !$0.displayed.phase.isLoading } }
    guard !Task.isCancelled else { return nil }
    return held.withLock { $0.version != seen ? ($0.displayed, $0.version) : nil }
  }
}

/// Has a driver work, and ends it when it is released itself: the driver lives on while one of its tasks waits, as for a
/// store that is suspended.
final class FeedHold: Sendable {
  let driver: FeedDriver

  init(_ driver: FeedDriver) { self.driver = driver }

  deinit { driver.end() }
}
