public import OpenMarketAPI
public import OpenMarketStore

/// A write that is safe on this device: how the listing looks now, and in time what the server says.
public struct Listing: Sendable {
  /// The write on its way.
  public let submission: Submission
  /// The listing as it will be once everything that waits is accepted; `nil` when this device does not know the
  /// listing that it edits.
  public let product: Product?

  let submissions: Submissions

  /// The listing's number: the server's, or one of this device's own while it has none.
  ///
  /// Stays good for further calls after the server has given another.
  public var id: Product.ID { submission.productID }

  /// The listing as the server has accepted it, as soon as it has.
  ///
  /// Waits for as long as it takes: across pauses, without a network, for other credentials.
  /// ``Submissions/outcome(of:)`` asks the same after a relaunch.
  ///
  /// It is as this write has left it. An edit that was made before the write was sent is part of the write; one that
  /// was made while it was being sent is a write of its own, and the value of that one has it.
  ///
  /// - Throws: `SubmissionFailure` when the write was refused, taken back, or is in a conflict; `StoreError`
  ///   when the market was closed; `CancellationError`.
  public var value: Product {
    get async throws {
      let (displayed, write) = try await submissions.acceptance(of: submission.id)
      if let product = displayed ?? expected(of: write) { return product }
      throw SubmissionFailure(.invalidResponse, "The server has accepted the write, and shown nothing.")
    }
  }

  /// The listing after `write`, as it was sent in the end, as far as this device knows.
  func expected(of write: PendingWrite) -> Product? {
    if case .edit(let changes, _) = write { product?.applying(changes) } else { product }
  }
}

/// The end of a listing that is safe on this device, and in time what the server says to it.
public struct Removal: Sendable {
  /// The write on its way; cancelled when the server had never heard of the listing.
  public let submission: Submission

  let submissions: Submissions

  /// The listing as it was, if the server showed it, as soon as it is gone.
  ///
  /// Waits and throws like ``Listing/value``.
  public var value: Product? {
    get async throws {
      submission.state == .cancelled ? nil : try await submissions.outcome(of: submission.id)
    }
  }
}
