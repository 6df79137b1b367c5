import Foundation
import OpenMarketHTTP

@testable import OpenMarket

/// A machine and what it waits for.
struct FeedAtHand {
  private var machine: FeedMachine
  private var fetches: [(token: FeedMachine.Token, window: ListWindow)] = []
  private var reads: [FeedMachine.Token] = []
  private(set) var cancelCount = 0
  private(set) var rereads: [Int64] = []

  init(
    pageSize: Int = 20, hasServer: Bool = true, shows: @escaping @Sendable (Product) -> Bool = { _ in true }
  ) {
    var settings = FeedMachine.Settings()
    (settings.pageSize, settings.hasServer) = (pageSize, hasServer)
    settings.shows = shows
    machine = FeedMachine(settings)
  }

  /// Has loaded the first page of a list. After pages of 10 the next window begins at the top again.
  init(
    showing list: [Int64], pageSize: Int = 20, shows: @escaping @Sendable (Product) -> Bool = { _ in true }
  ) {
    self.init(pageSize: pageSize, shows: shows)
    start()
    giveStored([], limit: pageSize)
    giveWindow(of: list)
  }

  var state: FeedState { machine.state }
  var ids: [Int64] { state.items.map(\.id.rawValue) }
  var fetchCount: Int { fetches.count }
  var isReadingStore: Bool { !reads.isEmpty }
  /// Why the list fails, if it does.
  var failure: (any Error)? { if case .failed(let failure) = state.phase { failure.error } else { nil } }

  mutating func start() { send { $0.start() } }

  mutating func send(_ event: (inout FeedMachine) -> [FeedMachine.Action]) {
    for action in event(&machine) {
      switch action {
      case .fetch(let token, let window): fetches.append((token, window))
      case .readStored(let token, _, _): reads.append(token)
      case .cancel(let token):
        cancelCount += 1
        fetches.removeAll { $0.token == token }
      case .reread(let ids): rereads += ids.map(\.rawValue)
      }
    }
  }

  mutating func failFetch(_ error: any Error) {
    guard !fetches.isEmpty else { return }
    let token = fetches.removeFirst().token
    send { $0.received(.failure(error), for: token, at: .distantPast) }
  }

  mutating func giveWindow(of list: [Int64], name: String = "의자") {
    giveWindow(inOrder: list.sorted(by: >), name: name)
  }

  mutating func giveWindow(inOrder list: [Int64], name: String = "의자") {
    guard !fetches.isEmpty else { return }
    let (token, window) = fetches.removeFirst()
    let range = min(window.start, list.count)..<min(window.end, list.count)
    let page = ProductPage(
      page: window.page, itemsPerPage: window.size, totalCount: list.count, offset: window.start,
      limit: window.size, lastPage: 0, hasNext: window.end < list.count, hasPrevious: false,
      products: list[range].map { .sample($0, name: name) })
    send { $0.received(.success(page), for: token, at: .distantPast) }
  }

  mutating func giveStored(_ ids: [Int64], limit: Int) {
    guard !reads.isEmpty else { return }
    let token = reads.removeFirst()
    send { $0.read(.success(ids.map { .sample($0) }), for: token) }
  }

  mutating func failStored(_ error: any Error) {
    guard !reads.isEmpty else { return }
    let token = reads.removeFirst()
    send { $0.read(.failure(error), for: token) }
  }
}
