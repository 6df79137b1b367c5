public import OpenMarketAPI
public import OpenMarketStore

// What the benchmarks call, and no app needs.

extension Marketplace {
  /// Sells with photos that are stored already.
  @_spi(Benchmarks) @discardableResult
  public func sell(_ draft: NewListing, added photos: [StoredPhoto]) async throws -> Listing {
    try await sell(draft, stored: photos)
  }
}

extension Marketplace.Configuration {
  /// Stores no responses for revalidation.
  @_spi(Benchmarks) public mutating func storeNoResponses() { cachesResponses = false }
}

extension Outbox {
  /// The number of submissions that this process is sending.
  @_spi(Benchmarks) public var sendingCount: Int { state.sendingCount }
}
