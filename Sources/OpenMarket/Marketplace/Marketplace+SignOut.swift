package import Foundation
import OpenMarketAPI
public import OpenMarketStore

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
  /// Meanwhile other calls that enqueue or decide about writes throw `StoreError` with `closed`; with ``SignOutPolicy/discard``
  /// also those that save drafts, photos or recent searches. What is typed into forms is saved if the sign-out fails.
  ///
  /// A market whose files another process keeps from being closed is signed out and refuses all that all the same; ``close()``
  /// closes them later.
  ///
  /// - Parameter policy: The treatment of writes that the server does not have yet.
  /// - Returns: Those writes, with their texts.
  /// - Throws: `StoreError`, `CancellationError`, or what a credentials provider throws. Then the vendor stays signed
  ///   in and all calls are possible again; the outbox rests until ``Outbox/start()``. Nothing is thrown away that is not in
  ///   the report of the next attempt, except before the provider throws, which is called last.
  @discardableResult
  public func signOut(_ policy: SignOutPolicy) async throws -> SignOutReport {
    if case .flush(let limit) = policy { try await outbox.flush(timeout: limit) }
    await outbox.stop()
    let isDiscarding = policy == .discard
    // What was typed so far is in the report; drafts that are kept are saved to the end.
    await autosaves.pause()
    if !isDiscarding { autosaves.resume() }
    // When the store is closed by then, they fail.
    defer { if isDiscarding { autosaves.resume() } }
    // Nothing comes after the report: it would be neither in it nor discarded.
    let refused: WriteKind = isDiscarding ? .other : .submission
    try await store.refuse(refused)
    let report: SignOutReport
    do {
      report = SignOutReport(
        isKept: !isDiscarding, unsent: try await store.submissions(),
        unsentCount: try await store.unsentCount(),
        drafts: try await store.drafts(includesEdits: true), folder: store.folder)
      if isDiscarding { try await store.discardUnsent() }
      try await configuration.credentials?.signOut()
    } catch {
      store.endRefusing(refused)
      throw error
    }
    // The vendor is signed out by now, and no later call has the report.
    try? await close()
    return report
  }
}

/// The treatment of unsent writes when a vendor signs out.
public enum SignOutPolicy: Sendable, Hashable {
  /// Sends them first, for at most `timeout`; the rest is kept.
  case flush(timeout: Duration)
  /// Keeps them in the account's folder: they are sent when the same vendor signs in again.
  case keep
  /// Deletes them, with their photos, the unfinished drafts and the recent searches; also in files that were put aside as damaged,
  /// and in copies of the server's responses.
  case discard
}

/// The writes and drafts that had not reached the server when a vendor signed out.
public struct SignOutReport: Sendable, Hashable {
  /// Whether what is reported is still on this device.
  package var isKept: Bool
  /// The first 1,000 of the writes, with their texts and photos.
  ///
  /// One whose outcome is unknown (`Submission.isIndeterminate`) may have reached the server all the same.
  public var unsent: [Submission]
  package var unsentCount: Int
  /// The latest 100 of the unfinished drafts.
  public var drafts: [SavedDraft]
  /// Where what is kept is: `StoredPhoto.url(in:)` gives the photos' files.
  package var folder: URL

  /// Whether the server has everything.
  package var isComplete: Bool { unsentCount == 0 }
}
