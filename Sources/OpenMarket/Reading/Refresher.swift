package import Foundation
import OpenMarketHTTP
import OpenMarketPacing
import Synchronization

/// Refreshes what is displayed and sends what is pending: one run for all triggers of five seconds.
///
/// Nothing is measured and no timer is set before the first trigger, nor while it is suspended.
final class Refresher: Sendable {
  private struct State {
    var merger: TriggerMerger?
    var displayed: [WeakReference] = []
  }

  private struct WeakReference: Sendable {
    weak let value: Displayed?
  }

  private let clock: AnyClock
  private let date: @Sendable () -> Date
  private let deliver: @Sendable () async -> Void
  private let state = Mutex(State())

  /// Makes a refresher of nothing yet; `deliver` lets pending writes be tried at once.
  init(clock: AnyClock, date: @escaping @Sendable () -> Date, deliver: @escaping @Sendable () async -> Void) {
    (self.clock, self.date, self.deliver) = (clock, date, deliver)
    resume()
  }

  /// Lets every run refresh a value, for as long as the result is kept. `refresh` begins to do so if it is due, and must not
  /// wait for the server.
  func display(_ refresh: @escaping @Sendable (RefreshRun) async -> Void) -> Displayed {
    let displayed = Displayed(refresh)
    state.withLock { state in
      state.displayed.removeAll { $0.value == nil }
      state.displayed.append(WeakReference(value: displayed))
    }
    return displayed
  }

  /// Runs now, or at the end of the five seconds of the run before; while it is suspended, with the end of that.
  @discardableResult
  func fire(_ trigger: String, byUser: Bool = false) -> TriggerOutcome {
    state.withLock { $0.merger }?.fire(trigger, byUser: byUser) ?? .merged
  }

  /// Lets nothing begin, and forgets what was to begin later.
  func suspend() {
    let merger = state.withLock { $0.merger.take() }
    merger?.cancel()
  }

  /// Lets runs begin, the first one at once.
  func resume() {
    let merger = TriggerMerger(window: RefreshRun.window, clock: clock) { [weak self] run in
      await self?.run(run)
    }
    state.withLock { $0.merger = merger }
  }

  private func run(_ run: TriggerRun) async {
    let displayed = state.withLock { $0.displayed.compactMap(\.value) }
    let names = run.triggers.joined(separator: ", ")
    let cause = MarketEvent.Cause(names == "refresh" ? names : "\(names) › refresh", after: nil)
    let run = RefreshRun(isByUser: run.isByUser, date: date())
    await MarketEvent.Cause.$current.withValue(cause) {
      await deliver()
      for value in displayed { await value.refresh(run) }
    }
  }
}

/// A value that is displayed, for as long as this is kept.
final class Displayed: Sendable {
  fileprivate let refresh: @Sendable (RefreshRun) async -> Void

  fileprivate init(_ refresh: @escaping @Sendable (RefreshRun) async -> Void) { self.refresh = refresh }
}

/// One run of a ``Refresher``, which says what is due.
package struct RefreshRun: Sendable {
  /// The time from one run to the next; what was read within it is not read again.
  static let window = Duration.seconds(5)

  /// Whether the user wants everything displayed to be read, however fresh it is.
  var isByUser: Bool
  var date: Date

  package init(isByUser: Bool = false, date: Date) { (self.isByUser, self.date) = (isByUser, date) }

  /// Whether a value shall be read again that was read at a date, or never, and is stale from an age on.
  package func isDue(_ fetchedAt: Date?, staleTime: Duration) -> Bool {
    guard let fetchedAt else { return true }
    let age = date.timeIntervalSince(fetchedAt)
    // From the future, because a clock was set back: its age is unknown.
    guard age > -1 else { return true }
    return age > Self.window.seconds && (isByUser || age >= staleTime.seconds)
  }
}
