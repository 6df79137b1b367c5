package import Foundation
public import OpenMarketStore

/// The treatment of unsent writes when a vendor signs out.
public enum SignOutPolicy: Sendable, Hashable {
  /// Sends them first, for at most `timeout`; the rest is kept.
  case flush(timeout: Duration)
  /// Keeps them in the account's folder: they are sent when the same vendor signs in again.
  case keep
  /// Deletes them, with their photos, the unfinished drafts and the recent searches.
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
  /// How many writes there are.
  package var unsentCount: Int
  /// The latest 100 of the unfinished drafts.
  public var drafts: [SavedDraft]
  /// Where what is kept is: `StoredPhoto.url(in:)` gives the photos' files.
  package var folder: URL

  /// Whether the server has everything.
  package var isComplete: Bool { unsentCount == 0 }
}
