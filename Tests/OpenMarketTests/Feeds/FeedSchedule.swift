import Foundation
import OpenMarketHTTP
import OpenMarketTestSupport

@testable import OpenMarket

/// One reader and a moving market, decided by a seed: inserts, deletions and edits between and during page
/// loads, failures, refreshes, stretches without a network, deletions reported by this device.
struct FeedSchedule {
  /// What goes on besides the scrolling.
  struct Weather {
    var churns = true
    var fails = true
    var refreshes = true
    var goesOffline = true
    var removesHere = true
    var writesHere = false

    static let all = Weather()
    static let quiet = Weather(
      churns: false, fails: false, refreshes: false, goesOffline: false, removesHere: false)
  }

  let weather: Weather
  var random: SeededGenerator
  var market: ModelMarket
  /// What windows have brought to this device.
  var stored: [Int64: Product] = [:]
  var machine: FeedMachine
  var pending: [FeedMachine.Action] = []
  var isOffline = false
  var complaints: [String] = []
  var writes = WritesHere()
  var refreshes = 0
  private var lastCheck: [Int] = []
  private var steps = 0

  init(seed: UInt64, weather: Weather = .all, pageSize: Int = 20) {
    self.weather = weather
    random = SeededGenerator(seed: seed)
    market = ModelMarket(count: Int.random(in: 30...200, using: &random), using: &random)
    var settings = FeedMachine.Settings()
    settings.pageSize = pageSize
    (settings.unpackedCount, settings.packSize) = (pageSize, 10)
    if weather.writesHere {
      settings.shows = { $0.stock > 0 }
      settings.belongs = { $0.stock > 0 }
    }
    machine = FeedMachine(settings)
    // Some of the list is on this device from an earlier day, with gaps.
    if weather.goesOffline {
      for id in market.ids where Int.random(in: 0..<3, using: &random) == 0 { stored[id] = .sample(id) }
    }
  }

  /// Scrolls to the end of the list.
  /// - Returns: How it went; without an end, that is a complaint.
  mutating func run() -> ScrollTally {
    send { $0.start() }
    for _ in 0..<400 {
      if machine.state.phase == .endReached, pending.isEmpty { break }
      step()
    }
    if machine.state.phase != .endReached { complain("no end: \(machine.state.phase)") }
    var tally = ScrollTally(displayed: machine.state.items.map(\.id.rawValue), market: market)
    tally.requests -= refreshes
    return tally
  }

  private mutating func step() {
    if weather.goesOffline, roll(in: 30) { isOffline = true }
    if roll(in: 6) { isOffline = false }
    if weather.refreshes, refreshes < 2, roll(in: 60) {
      refreshes += 1
      send { $0.refresh() }
    }
    if weather.refreshes, refreshes < 2, roll(in: 60) {
      refreshes += 1
      send { $0.revalidate { _ in true } }
    }
    if weather.removesHere, roll(in: 25), let product = machine.state.items.randomElement(using: &random) {
      removeHere(product.id)
    }
    if weather.writesHere { writeHere() }
    if !pending.isEmpty {
      perform(pending.remove(at: Int.random(in: 0..<pending.count, using: &random)))
    } else {
      switch machine.state.phase {
      case .idle:
        if let last = machine.state.items.last?.id {
          send { $0.itemAppeared(last) }
        } else {
          send { $0.loadNext() }
        }
      case .failed where Bool.random(using: &random): send { $0.retry() }
      case .endOfStored where Bool.random(using: &random): send { $0.retry() }
      default: send { $0.loadNext() }
      }
    }
    check()
    if weather.writesHere { checkDisplayed() }
  }

  private mutating func perform(_ action: FeedMachine.Action) {
    switch action {
    case .fetch(let token, let window):
      if isOffline || weather.fails && roll(in: 12) {
        let error = HTTPError(Bool.random(using: &random) ? .unreachable : .timedOut, "A test's.")
        return send { $0.received(.failure(error), for: token, at: .distantPast) }
      }
      let page = market.page(window)
      churn()
      for product in page.products { stored[product.id.rawValue] = product }
      // What comes between the server's response and its arrival.
      if weather.removesHere, roll(in: 20), let product = page.products.randomElement(using: &random) {
        removeHere(product.id)
      }
      send { $0.received(.success(page), for: token, at: .distantPast) }
    case .readStored(let token, let last, let limit):
      let rows = stored.values.filter { $0.id < last?.id ?? Product.ID(rawValue: .max) }
        .sorted { $0.id > $1.id }.prefix(limit)
      send { $0.read(.success(Array(rows)), for: token) }
    case .cancel: break
    case .reread(let ids):
      let products = ids.compactMap { stored[$0.rawValue] }
      send { $0.reread(products) }
    }
  }

  mutating func send(_ event: (inout FeedMachine) -> [FeedMachine.Action]) {
    let actions = event(&machine)
    for case .cancel(let token) in actions {
      pending.removeAll { if case .fetch(token, _) = $0 { true } else { false } }
    }
    pending += actions.filter { if case .cancel = $0 { false } else { true } }
    let fetches = pending.count { if case .fetch = $0 { true } else { false } }
    if fetches > 1 { complain("\(fetches) fetches at once") }
  }

  mutating func removeHere(_ id: Product.ID) {
    market.remove(id.rawValue)
    stored[id.rawValue] = nil
    send { $0.changed([], removed: [id]) }
    if machine.state.items.contains(where: { $0.id == id }) {
      complain("\(id) is displayed though deleted here")
    }
  }

  private mutating func churn() {
    if weather.churns { market.churn(depth: machine.state.items.count, using: &random) }
  }

  private mutating func roll(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  // MARK: - Judging

  private mutating func check() {
    let items = machine.state.items
    let look = [items.count, machine.state.contiguousCount, Int(items.last?.id.rawValue ?? 0)]
    guard look != lastCheck else { return }
    lastCheck = look
    let ids = items.map { $0.id.rawValue }
    guard zip(ids, ids.dropFirst()).allSatisfy({ $0 > $1 }) else {
      return complain("order or repeat: \(ids)")
    }
    guard (0...ids.count).contains(machine.state.contiguousCount) else { return complain("contiguous count") }
    steps += 1
    guard machine.state.contiguousCount > 0, steps % 4 == 0 || machine.state.phase == .endReached else {
      return
    }
    // No survivor above the end of the contiguous part may be missing.
    let bottom = ids[machine.state.contiguousCount - 1]
    let displayed = Set(ids[..<machine.state.contiguousCount])
    if let gap = market.survivors.first(where: { $0 >= bottom && !displayed.contains($0) }) {
      complain("\(gap) is missing above \(bottom)")
    }
  }

  mutating func complain(_ complaint: String) {
    if complaints.count < 3 { complaints.append(complaint) }
  }
}

extension ModelMarket {
  mutating func remove(_ id: Int64) {
    if let index = ids.firstIndex(of: id) { remove(at: index) }
  }

  mutating func page(_ window: ListWindow) -> ProductPage {
    let response = response(window)
    let count = response.totalCount ?? 0
    return ProductPage(
      page: window.page, itemsPerPage: window.size, totalCount: count, offset: window.start,
      limit: window.size, lastPage: (count + window.size - 1) / window.size,
      hasNext: response.hasNext ?? false, hasPrevious: window.page > 1,
      products: response.ids.map { .sample($0.rawValue) })
  }
}

extension Product {
  static func sample(_ id: Int64, name: String = "의자", stock: Int = 1) -> Product {
    Product(
      id: Product.ID(rawValue: id), vendorID: 7, name: name, currency: .krw, price: 1_000, stock: stock)
  }
}
