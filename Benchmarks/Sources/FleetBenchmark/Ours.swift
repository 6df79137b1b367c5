import Foundation
import OpenMarket
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketPacing

/// An app with this library: its own machines decide; what is stored on the devices is modelled.
final class Ours: App {
  final class State: Session {
    var feeds: [ListKind: BenchmarkFeed] = [:]
    var searches: [ListKind: BenchmarkSearchFeed] = [:]
    /// Searches under way: the window that each fills, and what is known when it succeeds.
    var searching: [UInt64: (search: BenchmarkSearchFeed, page: Int, size: Int)] = [:]
    var merger = Merger(window: .seconds(5))
    var debounce = Debounce(.milliseconds(100))
    var outbox = BenchmarkOutbox()
    var limiter: Limiter?
    /// The limiter's pause, and its random part.
    var pause: (end: Double, fraction: Double)?
    var retries: [ObjectIdentifier: Retries] = [:]
    /// Those that wait for the limiter.
    var held: [Int: Call] = [:]
    var lastHeld = 0
    var seen: Set<Int> = []
    /// The latest request of the search field.
    var suggestion: Call?
    /// Whether the latest response was a failure, as `ResponseWatch` notes it.
    var isInTrouble = false
    var lastWrite: Int64 = 0
    /// When the timer of the outbox rings.
    var outboxAlarm = Double.infinity
  }

  enum Timer {
    static let merger = -1
    static let outbox = -2
    static let limiter = -3
  }

  let name: String
  let rate: RateLimit
  /// Whether delays that the server asks for get a random part; without it as before that was mended.
  let spreadsHolds: Bool
  private var devices: Devices
  private let revalidation = Revalidation()
  /// The outboxes of apps that are not running.
  private var pending: [Int: BenchmarkOutbox] = [:]

  init(devices: Int, rate: RateLimit = RateLimit(oneEvery: .zero), spreadsHolds: Bool = true) {
    self.devices = Devices(devices)
    (self.rate, self.spreadsHolds) = (rate, spreadsHolds)
    name = spreadsHolds ? "swift-openmarket" : "without spread"
  }

  // MARK: - Steps

  func begin(_ session: State, _ fleet: Fleet<Ours>, at time: Double) {
    guard let outbox = pending.removeValue(forKey: session.device) else { return }
    session.outbox = outbox
    session.outbox.resume(at: Date(time))
    pump(session, fleet, time)
  }

  func end(_ session: State, _ fleet: Fleet<Ours>, at time: Double) {
    guard session.outbox.count > 0 else { return }
    session.outbox.suspend()
    pending[session.device] = session.outbox
  }

  func perform(_ step: Step, _ session: State, _ fleet: Fleet<Ours>, at time: Double) {
    switch step {
    case .openHome: open(.home, session, fleet, time)
    case .readOn:
      guard let last = session.feeds[session.list]?.items.last else { return }
      change(session.list, session, fleet, time) { $0.itemAppeared(last.id) }
      show(session.list, all: true, session, fleet)
    case .pull:
      change(session.list, session, fleet, time) { $0.refresh() }
      fire("pull", session, fleet, time)
    case .detail(let choice):
      guard let items = session.feeds[session.list]?.items, !items.isEmpty else { return }
      let number = Int(items[choice % items.count].id.rawValue)
      let age = devices.age(of: Address.detail(number), session.device, at: time)
      let read = BenchmarkRead()
      guard read.asksServer(storedAge: age.map { .seconds($0) }) else { return }
      // The list's row is displayed meanwhile.
      fleet.send(.detail, .detail(number), session, at: time)
    case .comeBack:
      session.outbox.suspend()
      session.outbox.resume(at: Date(time))
      fire("foreground", session, fleet, time)
    case .type(let pauses):
      var moment = time
      for (key, pause) in pauses.enumerated() {
        moment += pause
        if let (key, at) = session.debounce.submit(key, at: .seconds(moment)) {
          fleet.setTimer(key, session, at: at / .seconds(1))
        }
      }
      if let (key, at) = session.debounce.finish() { fleet.setTimer(key, session, at: at / .seconds(1)) }
    case .submit(let text):
      // After the limit of the read it goes on in the background.
      if let suggestion = session.suggestion, time - suggestion.began < 3 { suggestion.isCancelled = true }
      open(.results(text), session, fleet, time)
    case .openSales: open(.sales, session, fleet, time)
    case .edit: write(isListing: false, session, fleet, time)
    case .sell: write(isListing: true, session, fleet, time)
    }
  }

  private func open(
    _ list: ListKind, _ session: State, _ fleet: Fleet<Ours>, _ time: Double
  ) {
    session.list = list
    let isNew = session.feeds[list] == nil
    change(list, session, fleet, time) { isNew ? $0.start() : $0.retry() }
    show(list, all: false, session, fleet)
  }

  private func write(
    isListing: Bool, _ session: State, _ fleet: Fleet<Ours>, _ time: Double
  ) {
    session.lastWrite += 1
    // Odd ones are new listings.
    let number = (Int64(time * 1_000) * 10 + session.lastWrite) * 2 + (isListing ? 1 : 0)
    session.outbox.enqueue(number, isListing: isListing, at: Date(time))
    pump(session, fleet, time)
  }

  func showsSomething(_ session: State, for step: Step) -> Bool {
    session.feeds[session.list].map { !$0.items.isEmpty } ?? true
  }

  // MARK: - Feeds

  private func change(
    _ list: ListKind, _ session: State, _ fleet: Fleet<Ours>, _ time: Double,
    _ event: (inout BenchmarkFeed) -> [BenchmarkFeed.Action]
  ) {
    for action in event(&session.feeds[list, default: BenchmarkFeed()]) {
      switch action {
      case .readStored(let token, let last, let limit):
        let device = session.device
        let rows =
          list == .home
          ? fleet.market.newest(device: device, below: last?.id, limit: limit) {
            devices.hasRow($0, of: device)
          }
          : []
        change(list, session, fleet, time) { $0.read(rows, for: token) }
      case .fetch(let token, let page, let size):
        var (page, size) = (page, size)
        if case .results = list {
          var search = session.searches[list] ?? BenchmarkSearchFeed()
          guard let limit = search.limit(page: page, size: size) else {
            let (products, total) = search.page(page, size: size)
            change(list, session, fleet, time) {
              $0.received(products, page: page, size: size, of: total, for: token, at: Date(time))
            }
            continue
          }
          session.searching[token] = (search, page, size)
          (page, size) = (1, limit)
        }
        fleet.send(
          list.screen, .page(list, page: page, size: size, token: token), session, isBlocking: true, at: time)
      }
    }
  }

  private func received(
    _ list: ListKind, page: Int, size: Int, token: UInt64, _ call: Call, _ session: State,
    _ fleet: Fleet<Ours>, _ time: Double
  ) {
    let device = session.device
    let response = fleet.market.page(
      page, size: size, of: list, device: device, writes: devices.writes(of: device), at: time)
    let isUnmodified = confirm(Address.page(list, page, size), response.tag, device, time)
    fleet.countResponse(
      call.screen, bytes: Sizes.page + response.products.count * Sizes.row, isUnmodified: isUnmodified)
    if list == .home {
      for product in response.products { devices.noteRow(Int(product.id.rawValue), of: device) }
    }
    var (page, size, products, total) = (page, size, response.products, response.total)
    if let searching = session.searching.removeValue(forKey: token) {
      var search = searching.search
      search.received(products, of: size)
      session.searches[list] = search
      (page, size) = (searching.page, searching.size)
      (products, total) = search.page(page, size: size)
    }
    change(list, session, fleet, time) {
      $0.received(products, page: page, size: size, of: total, for: token, at: Date(time))
    }
    show(list, all: page > 1, session, fleet)
  }

  /// Thumbnails of the rows on the screen that are not on the device.
  private func show(_ list: ListKind, all: Bool, _ session: State, _ fleet: Fleet<Ours>) {
    guard let items = session.feeds[list]?.items else { return }
    var count = 0
    for product in items.prefix(all ? items.count : Reader.firstScreen) {
      let number = Int(product.id.rawValue)
      guard session.seen.insert(number).inserted else { continue }
      if devices.notePhoto(number, of: session.device) { count += 1 }
    }
    fleet.loadPhotos(count, bytes: Sizes.thumbnail, session)
  }

  /// Asks with the stored tag, stores the new one, and tells whether the server confirms what is stored.
  private func confirm(_ address: UInt32, _ tag: UInt64, _ device: Int, _ time: Double) -> Bool {
    let text = "\"" + String(tag, radix: 36) + "\""
    let condition = devices.tag(of: address, device).flatMap {
      revalidation.condition(on: "\"" + String($0, radix: 36) + "\"")
    }
    if condition == text || revalidation.isStored(text) { devices.setTag(tag, of: address, device, at: time) }
    return condition == text
  }

  // MARK: - Triggers

  private func fire(
    _ trigger: String, _ session: State, _ fleet: Fleet<Ours>, _ time: Double
  ) {
    if session.merger.fire(trigger, at: .seconds(time)) != nil {
      refresh(session, fleet, time)
    } else if let wake = session.merger.wake {
      fleet.setTimer(Timer.merger, session, at: wake / .seconds(1) + 1e-6)
    }
  }

  /// A run of the refresher: pending writes, then what is displayed.
  private func refresh(_ session: State, _ fleet: Fleet<Ours>, _ time: Double) {
    if session.outbox.count > 0 {
      session.outbox.networkReturned(at: Date(time))
      pump(session, fleet, time)
    }
    for list in [ListKind.home, session.list] where session.feeds[list] != nil {
      change(list, session, fleet, time) { $0.refresh(inRunOf: Date(time)) }
      if list == session.list { break }
    }
  }

  func ring(_ timer: Int, _ session: State, _ fleet: Fleet<Ours>, at time: Double) {
    switch timer {
    case Timer.merger: if session.merger.ring(at: .seconds(time)) != nil { refresh(session, fleet, time) }
    case Timer.outbox:
      guard session.outboxAlarm <= time else { return }
      session.outboxAlarm = .infinity
      session.outbox.ring()
      pump(session, fleet, time)
    case Timer.limiter: passHeld(session, fleet, time)
    default:
      session.suggestion?.isCancelled = true
      session.suggestion = fleet.send(.suggestions, .suggestions(timer), session, at: time)
    }
  }

  // MARK: - Outbox

  private func pump(_ session: State, _ fleet: Fleet<Ours>, _ time: Double) {
    for action in session.outbox.next(at: Date(time)) {
      switch action {
      case .send(let number, true): fleet.send(.selling, .look(number), session, at: time)
      case .send(let number, false): write(number, session, fleet, time)
      case .wake(let date):
        let moment = min(max(time + 0.001, date.timeIntervalSinceReferenceDate), time + 30)
        guard moment < session.outboxAlarm else { continue }
        session.outboxAlarm = moment
        fleet.setTimer(Timer.outbox, session, at: moment)
      }
    }
  }

  private func write(_ number: Int64, _ session: State, _ fleet: Fleet<Ours>, _ time: Double) {
    fleet.send(.selling, .write(number, photos: number.isMultiple(of: 2) ? 0 : 3), session, at: time)
  }

  // MARK: - Responses

  func succeeded(_ call: Call, _ session: State, _ fleet: Fleet<Ours>, at time: Double) {
    session.retries[ObjectIdentifier(call)] = nil
    switch call.purpose {
    case .page(let list, let page, let size, let token):
      received(list, page: page, size: size, token: token, call, session, fleet, time)
    case .detail(let number):
      let tag = fleet.market.tag(of: number, device: session.device, at: time)
      let address = Address.detail(number)
      if devices.tag(of: address, session.device) == nil { fleet.loadPhotos(3, bytes: Sizes.photo, session) }
      let isUnmodified = confirm(address, tag, session.device, time)
      fleet.countResponse(.detail, bytes: Sizes.detail, isUnmodified: isUnmodified)
    case .suggestions: fleet.countResponse(.suggestions, bytes: Sizes.suggestions)
    case .background:
      let page = fleet.market.page(1, size: 20, of: .home, device: session.device, writes: 0, at: time)
      let isUnmodified = confirm(Address.page(.home, 1, 20), page.tag, session.device, time)
      fleet.countResponse(.background, bytes: Sizes.page + 20 * Sizes.row, isUnmodified: isUnmodified)
    case .look(let number):
      fleet.countResponse(.selling, bytes: Sizes.page + Sizes.row)
      session.outbox.looked(for: number)
      write(number, session, fleet, time)
    case .write(let number, _):
      fleet.countResponse(.selling, bytes: Sizes.detail)
      devices.noteWrite(of: session.device)
      session.outbox.accepted(number, at: Date(time))
      pump(session, fleet, time)
    }
    noteResponse(session, fleet, time)
  }

  /// Does as `Marketplace` with the responses that its `ResponseWatch` tells of.
  private func noteResponse(_ session: State, _ fleet: Fleet<Ours>, _ time: Double) {
    if session.outbox.count > 0, session.outbox.waitsForNetwork(at: Date(time)) {
      session.outbox.networkReturned(at: Date(time))
      pump(session, fleet, time)
    }
    guard session.isInTrouble else { return }
    session.isInTrouble = false
    fire("network", session, fleet, time)
  }

  func delay(
    _ call: Call, _ session: State, after failure: Server.Failure, fraction: Double, at time: Double
  ) -> Double? {
    session.isInTrouble = true
    let remaining = Duration.seconds(60 - (time - call.began))
    var fraction = fraction
    if let retryAfter = failure.retryAfter, rate != RateLimit(oneEvery: .zero) {
      // As `RateLimitMiddleware` does it: one random part while a pause lasts, also for the retry.
      if let pause = session.pause, time < pause.end { fraction = pause.fraction }
      let length = RetryPolicy().pause(
        for: retryAfter, isDated: failure.isDated, remaining: remaining, fraction: fraction)
      session.limiter?.pause(until: .seconds(time) + length)
      let end = time + length / .seconds(1)
      if session.pause.map({ $0.end < end }) ?? true { session.pause = (end, fraction) }
    }
    // Writes of the outbox travel once.
    if case .write = call.purpose { return nil }
    let delay = session.retries[ObjectIdentifier(call), default: Retries()].delay(
      afterStatus: failure.status, retryAfter: failure.retryAfter, isDated: failure.isDated && spreadsHolds,
      remaining: remaining, fraction: failure.retryAfter == nil || spreadsHolds ? fraction : 0)
    if delay == nil { session.retries[ObjectIdentifier(call)] = nil }
    return delay.map { $0 / .seconds(1) }
  }

  func failed(
    _ call: Call, _ session: State, _ failure: Server.Failure, _ fleet: Fleet<Ours>, at time: Double
  ) {
    let error = HTTPError(benchmarkStatus: failure.status, retryAfter: failure.retryAfter)
    switch call.purpose {
    case .page(let list, _, _, let token):
      session.searching[token] = nil
      change(list, session, fleet, time) { $0.failed(error, for: token, at: Date(time)) }
      show(list, all: false, session, fleet)
    case .look(let number), .write(let number, _):
      var isSent = false
      if case .write = call.purpose { isSent = true }
      let isSpread = failure.retryAfter == nil || spreadsHolds
      let fractions = (
        isSpread ? session.random.fraction() : 0, isSpread ? session.random.fraction() : 0
      )
      let count = session.outbox.count
      session.outbox.failed(number, error, isSent: isSent, at: Date(time), fraction: fractions)
      pump(session, fleet, time)
      if session.outbox.count < count { fleet.countRefusedWrite() }
    case .detail, .suggestions, .background: break
    }
  }
}

extension Date {
  /// A moment of the simulation.
  fileprivate init(_ time: Double) { self.init(timeIntervalSinceReferenceDate: time) }
}
