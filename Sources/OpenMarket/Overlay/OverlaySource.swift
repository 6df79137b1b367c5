import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketPacing
import OpenMarketStore

/// Where overlays come from: the queue, and who sells.
struct OverlaySource: Sendable {
  let store: MarketStore
  /// The vendor, if the app has set it; otherwise as the server has told in its responses to writes.
  let vendor: Vendor?
  let events: MarketEvents

  /// Pending writes for these products.
  /// - Throws: `CancellationError`.
  func overlay(over products: some Collection<Product.ID> & Sendable) async throws -> PendingOverlay {
    try await overlay { try await store.pendingEntries(of: products) }
  }

  /// Everything that may enter a list in which the server does not show it: of new listings and changed ones, up to
  /// 1,000 each, those that the list selects.
  /// - Throws: `CancellationError`.
  func insertions(into list: ListSelection) async throws -> PendingOverlay {
    try await overlay {
      let new = try await newListings(in: list)
      guard !list.isWhole else { return new }
      return try await store.pendingEntries(.changed).filter {
        $0.mayEnter(list.filter, hasText: list.hasText)
      } + new
    }
  }

  /// Returns those of the latest 1,000 new listings that a list selects, the latest first.
  func newListings(in list: ListSelection) async throws -> [PendingEntry] {
    let vendor = list.isWhole ? nil : try await events.reporting { try await knownVendor() } ?? self.vendor
    return try await store.pendingEntries(.new).filter { entry in
      entry.listing.map { list.includes($0, soldBy: vendor) } ?? false
    }
  }

  func overlay(_ read: () async throws -> [PendingEntry]) async throws -> PendingOverlay {
    try await events.reporting {
      let pending = try await read()
      guard !pending.isEmpty else { return .none }
      let isNew = pending.contains { $0.id.isLocal }
      return PendingOverlay(
        pending, vendor: isNew ? try await knownVendor() : vendor, folder: isNew ? store.folder : nil)
    } ?? .none
  }

  func knownVendor() async throws -> Vendor? {
    if let vendor { return vendor }
    return try await store.vendor()
  }
}

extension MarketEvents {
  /// Uses the store for what is not worth failing for: a store that cannot be read or written is no reason to withhold what
  /// the server says. It is told, and gives `nil`.
  /// - Throws: `CancellationError`, and what else is no failure of the store.
  @discardableResult
  func reporting<Value>(_ use: () async throws -> Value) async throws -> Value? {
    do {
      return try await use()
    } catch let error as StoreError {
      send(.storeFailed(error))
      return nil
    }
  }

  /// Stores copies of what the server says, and waits for that no longer than ``MarketStore/copyingTime``. A write that has
  /// begun by then goes on behind the caller's back.
  /// - Returns: Whether they are stored.
  /// - Throws: `CancellationError`.
  @discardableResult
  func storing(by clock: AnyClock, _ save: @escaping @Sendable () async throws -> Void) async throws -> Bool {
    do {
      return try await withDeadline(clock.now.advanced(by: MarketStore.copyingTime), clock: clock) {
        try await self.reporting(save) != nil
      }
    } catch is DeadlineExceeded {
      return false
    }
  }
}

extension HTTPError {
  /// A listing that the user has taken away, or that the server will not have, is not there for them.
  static func withdrawn(_ id: Product.ID) -> HTTPError {
    HTTPError(.notFound, "The listing \(id) is to be deleted, was taken back, or was refused by the server.")
  }
}
