import Foundation
import OpenMarketAPI
import OpenMarketStore

extension Marketplace {
  /// Signs the vendor out and closes the market; for another vendor, or for a guest, make a new one.
  ///
  /// ```swift
  /// let report = try await market.signOut(.flush(timeout: .seconds(10)))
  /// if !report.unsent.isEmpty { warn(report.unsent) }
  /// ```
  ///
  /// The credentials of a `CredentialsStore` are removed from it once the policy is carried out.
  /// Every account has its own store, so the next account neither sees nor sends anything of this one.
  ///
  /// - Parameter policy: The treatment of writes that the server does not have yet.
  /// - Returns: Those writes, with their texts.
  /// - Throws: `StoreError`, `CancellationError`, or what a credentials provider throws. Then the vendor stays signed
  ///   in and nothing is thrown away that is not in the report of the next attempt; the outbox rests until
  ///   ``Outbox/start()``.
  @discardableResult
  public func signOut(_ policy: SignOutPolicy) async throws -> SignOutReport {
    if case .flush(let limit) = policy { try await outbox.flush(timeout: limit) }
    await outbox.stop()
    let report = SignOutReport(
      isKept: policy != .discard, unsent: try await store.submissions(),
      unsentCount: try await store.unsentCount(),
      drafts: try await store.drafts(includesEdits: true), folder: store.folder)
    if policy == .discard {
      try await store.discardUnsent()
      try await store.deleteAllRecentSearches()
    }
    try await configuration.credentials?.signOut()
    try await close()
    return report
  }
}
