public import Foundation
public import OpenMarketAPI

// What the benchmarks call, and no app needs.

extension MarketStore {
  /// Saves products as a sync (`isSynced`) or as a read does.
  @_spi(Benchmarks) public func saveAll(
    _ products: [Product], fetchedAt date: Date, isSynced: Bool = false
  ) async throws {
    try await save(products, fetchedAt: date, retention: isSynced ? .synced : .cached)
  }

  /// Reads one product by its number.
  @_spi(Benchmarks) public func oneProduct(_ id: Product.ID) async throws -> StoredProduct? {
    try await product(id)
  }

  /// Reads products by their numbers.
  @_spi(Benchmarks) public func allProducts(_ ids: [Product.ID]) async throws -> [StoredProduct] {
    try await products(ids)
  }

  /// Stores a photo's bytes as they are.
  @_spi(Benchmarks) public func addPhoto(_ data: Data, fileName: String) async throws -> StoredPhoto {
    try await storePhoto(data, fileName: fileName)
  }

  /// The number of writes that are not finished.
  @_spi(Benchmarks) public func pendingCount() async throws -> Int { try await openSubmissionCount() }
}
