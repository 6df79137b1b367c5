import Foundation
import Synchronization

/// Performs what a ``FeedMachine`` asks for and tells everybody who listens.
///
/// Lives as long as a feed or one of its sequences; then everything in flight is cancelled.
final class FeedDriver: Sendable {
  private struct Held {
    var machine: FeedMachine
    var version: UInt64 = 1
    var tasks: [FeedMachine.Token: Task<Void, Never>] = [:]
    var listening: Task<Void, Never>?
    var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var lastWaiting: UInt64 = 0
  }

  private let source: FeedSource
  private let now: @Sendable () -> Date
  private let held: Mutex<Held>
  private let prefetcher: FeedPrefetcher?

  init(_ source: FeedSource, _ settings: FeedMachine.Settings, now: @escaping @Sendable () -> Date) {
    self.source = source
    self.now = now
    held = Mutex(Held(machine: FeedMachine(settings)))
    prefetcher = source.prefetch.map { FeedPrefetcher($0, distance: settings.prefetchDistance) }
  }

  deinit {
    held.withLock { held in
      held.listening?.cancel()
      for task in held.tasks.values { task.cancel() }
    }
  }

  var state: FeedState { held.withLock { $0.machine.state } }

  /// Lets the machine take one event, then does what it asks for.
  func send(_ event: (inout FeedMachine) -> [FeedMachine.Action]) {
    listen()
    let (actions, woken, items) = held.withLock { held in
      let before = held.machine.state
      let actions = event(&held.machine)
      let state = held.machine.state
      guard state != before else { return (actions, [CheckedContinuation<Void, Never>](), [Product]?.none) }
      held.version += 1
      let woken = Array(held.waiting.values)
      held.waiting = [:]
      return (actions, woken, state.items)
    }
    if let items { prefetcher?.changed(items) }
    for continuation in woken { continuation.resume() }
    for action in actions { perform(action) }
  }

  /// A product is on the screen.
  func itemAppeared(_ id: Product.ID) {
    send { $0.itemAppeared(id) }
    prefetcher?.appeared(id, in: state.items)
  }

  // MARK: - Actions

  private func perform(_ action: FeedMachine.Action) {
    switch action {
    case .fetch(let token, let window):
      guard let read = source.window else { return }
      run(token) { [now] in
        let answer: Result<ProductPage, any Error>
        do { answer = .success(try await read(window.page, window.size)) } catch { answer = .failure(error) }
        return { $0.received(answer, for: token, at: now()) }
      }
    case .readStored(let token, let last, let limit):
      run(token) { [source] in
        let answer: Result<[Product], any Error>
        do { answer = .success(try await source.stored(last, limit)) } catch { answer = .failure(error) }
        return { $0.read(answer, for: token) }
      }
    case .cancel(let token):
      held.withLock { $0.tasks.removeValue(forKey: token) }?.cancel()
    case .reread(let ids):
      Task { [weak self, source] in
        guard let products = try? await source.products(ids) else { return }
        self?.send { $0.reread(products) }
      }
    }
  }

  private typealias Event = @Sendable (inout FeedMachine) -> [FeedMachine.Action]

  /// Runs `work` while the machine waits for it.
  private func run(_ token: FeedMachine.Token, _ work: @escaping @Sendable () async -> Event) {
    let task = Task { [weak self] in
      let event = await work()
      guard let self else { return }
      held.withLock { _ = $0.tasks.removeValue(forKey: token) }
      send(event)
    }
    // It may be over, or not wanted any more, before it is noted here.
    let isWanted = held.withLock { held in
      guard held.machine.isWaiting(for: token) else { return false }
      held.tasks[token] = task
      return true
    }
    if !isWanted { task.cancel() }
  }

  // MARK: - Changes on this device

  /// Begins to listen, with the first event.
  private func listen() {
    held.withLock { held in
      guard held.listening == nil else { return }
      held.listening = Task { [weak self, source] in
        for await change in source.changes() {
          guard let self else { return }
          await note(change)
        }
      }
    }
  }

  private func note(_ change: StoreChange) async {
    let shown = held.withLock { $0.machine.state.items.map(\.id) }
    switch change {
    case .products(let ids, let removed):
      send { $0.changed(ids, removed: removed) }
      await reread(shown.filter(ids.contains))
    case .everything: await reread(shown)
    case .trimmed, .recentSearches, .submissions: break
    }
  }

  /// One after the other, so that an older answer never comes after a newer one.
  private func reread(_ ids: [Product.ID]) async {
    guard !ids.isEmpty, let products = try? await source.products(ids) else { return }
    send { $0.reread(products) }
  }

  // MARK: - Listeners

  /// The state once it is another than that of version `seen`; `nil` when the task is cancelled.
  func next(after seen: UInt64) async -> (FeedState, version: UInt64)? {
    let id = held.withLock { held in
      held.lastWaiting += 1
      return held.lastWaiting
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = held.withLock { held in
          guard held.version == seen, !Task.isCancelled else { return true }
          held.waiting[id] = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      held.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
    }
    guard !Task.isCancelled else { return nil }
    return held.withLock { ($0.machine.state, $0.version) }
  }
}
