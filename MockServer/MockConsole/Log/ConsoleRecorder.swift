import Foundation
package import OpenMarketMock
import Synchronization

/// Writes down what happens at a market, and wakes those who read it.
///
/// Holds nothing for a reader but a signal: each reads from the one log at its own pace, and a reader that does not come
/// back costs nothing.
package final class ConsoleRecorder: Sendable {
  package struct Limits: Sendable {
    /// Lines of the log.
    package var lines = 100_000
    /// Exchanges with their fields and bodies.
    package var details = 2_000
    /// Bytes of those.
    package var detailBytes = 32 << 20

    package init() {}
  }

  /// A place in the record: what has come up to it is known.
  struct Mark: Sendable, Hashable {
    /// The number of clean slates so far.
    var epoch: Int
    /// The last exchange, numbered within the epoch.
    var exchange: Int
    /// The number of changes by the control plane.
    var change: Int
    /// The last event of the app.
    var event: Int
    /// The number of changes of how the app stands.
    var appChange: Int
  }

  private struct State {
    var epoch = 1
    var log: ExchangeLog
    var journal = Journal(MarketplaceMock.Configuration())
    var change = 0
    /// `nil` when no app is followed.
    var app: AppLog?
    /// How many readers wait for more.
    var readerCount = 0

    var mark: Mark {
      Mark(
        epoch: epoch, exchange: log.last, change: change, event: app?.last ?? 0, appChange: app?.changes ?? 0)
    }

    /// Whether there is more than a reader knows. Where no app is followed it does not matter what it says of one.
    func hasMore(than known: Mark) -> Bool {
      var known = known
      if app == nil { (known.event, known.appChange) = (0, 0) }
      return known != mark
    }
  }

  /// Readers that may wait at once.
  package static let mostReaders = 32

  private let state: Mutex<State>
  private let readers = Waiters()
  private let limits: Limits
  /// Sent by the console's page with every request.
  package let token = ConsoleRecorder.randomHex(32)

  /// Makes a recorder that is to observe a market.
  package init(limits: Limits = Limits()) {
    self.limits = limits
    state = Mutex(State(log: ExchangeLog(limits: limits)))
  }

  /// Sets a market up to be observed from its beginning, and lets the console's page use its control plane.
  package func observe(_ configuration: inout MarketplaceMock.Configuration) {
    let journal = Journal(configuration)
    state.withLock { $0.journal = journal }
    configuration.consoleToken = token
    configuration.observer = { [self] in note($0) }
  }

  /// So many random hexadecimal digits.
  static func randomHex(_ count: Int) -> String {
    String((0..<count).map { _ in "0123456789abcdef".randomElement() ?? "0" })
  }

  private func note(_ activity: MarketActivity) {
    let time = Date()
    change { state in
      switch activity {
      case .exchange(let entry, let request, let response):
        let identifier = request.head.headerFields[.identifier]
        let vendor = state.journal.configuration.vendors.first { $0.identifier == identifier }
        state.log.append(
          ExchangeSummary(entry, request, response, vendorID: vendor?.id.rawValue, at: time),
          ExchangeLog.Detail(entry, request, response))
        if entry.fault != nil { state.change += 1 }
      case .reset:
        state.epoch += 1
        state.log = ExchangeLog(limits: limits)
        state.change += 1
      case .faultAdded, .faultsRemoved, .plan, .clockSet, .clockFrozen: state.change += 1
      }
      state.journal.note(activity)
    }
  }

  /// Changes the record, and wakes those who read it.
  private func change(_ change: (inout State) -> Void) {
    state.withLock { change(&$0) }
    readers.wakeAll()
  }

  package func followApp() { state.withLock { $0.app = $0.app ?? AppLog() } }

  package func note(app line: AppLine) { change { $0.app?.note(line) } }

  // MARK: Reading

  /// Writes the events of the app after a place, and how it stands, as JSON; `null` when none is followed.
  func writeApp(after known: Mark, count: Int, to json: inout JSONBytes) {
    // Under the lock, as below.
    state.withLock { state in
      guard let app = state.app else { return json.raw("null") }
      app.write(after: known.event, count: count, knowing: known.appChange, to: &json)
    }
  }

  /// Where the record ends at present.
  var mark: Mark { state.withLock { $0.mark } }

  var readerCount: Int { state.withLock { $0.readerCount } }

  var journal: Journal { state.withLock { $0.journal } }

  /// The first `count` exchanges after number `index` of this epoch, with the number of the first; `nil` in another.
  func entries(after index: Int, count: Int, epoch: Int) -> (first: Int, entries: [ExchangeSummary])? {
    // Under the lock, as a copy of the log that is held outside would be copied by the next exchange.
    state.withLock { $0.epoch == epoch ? $0.log.lines.entries(after: index, count: count) : nil }
  }

  /// Fields and bodies of an exchange, unless they have gone.
  func detail(_ index: Int, epoch: Int) -> ExchangeLog.Detail? {
    state.withLock { $0.epoch == epoch ? $0.log.details[index] : nil }
  }

  /// Returns when there is more than `mark`, or `limit` has passed, or the task is cancelled.
  /// - Returns: Whether there was room for the reader to wait, or no need to.
  func waitForMore(than mark: Mark, atMost limit: Duration) async -> Bool {
    let mayWait = state.withLock { state in
      guard !state.hasMore(than: mark), state.readerCount < Self.mostReaders else { return false }
      state.readerCount += 1
      return true
    }
    guard mayWait else { return hasMore(than: mark) }
    defer { state.withLock { $0.readerCount -= 1 } }
    _ = try? await withDeadline(.now + limit, clock: .continuous) { [self] in
      await readers.wait { hasMore(than: mark) }
    }
    return true
  }

  private func hasMore(than mark: Mark) -> Bool { state.withLock { $0.hasMore(than: mark) } }
}

extension ExchangeLog.Detail {
  fileprivate init(_ entry: LoggedRequest, _ request: MockRequest, _ response: MockResponse) {
    requestFields = entry.headers
    requestBody = KeptBody(request.body, contentType: entry.headers[.contentType])
    responseFields = response.head.headerFields
    responseBody = KeptBody(response.body, contentType: response.head.headerFields[.contentType])
  }
}
