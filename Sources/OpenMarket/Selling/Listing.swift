public import OpenMarketAPI
public import OpenMarketStore

/// A pending write of a listing: its present state, and later the server's response.
public struct Listing: Sendable, Equatable {
  /// The pending write.
  public let submission: Submission
  /// The listing as it will be once all pending writes are accepted; `nil` when this device does not have the
  /// listing that it edits.
  package let product: Product?

  private let queue: Uncompared<Submissions>
  private var submissions: Submissions { queue.value }

  init(submission: Submission, product: Product?, submissions: Submissions) {
    (self.submission, self.product, queue) = (submission, product, Uncompared(value: submissions))
  }

  /// The listing's number: the server's, or a local one until it has that.
  ///
  /// A local number stays valid for calls after the server has assigned another.
  public var id: Product.ID { submission.productID }

  /// The listing as accepted by the server, once it is.
  ///
  /// Waits for as long as it takes: across delays, without a network, for other credentials.
  /// ``Submissions/outcome(of:)`` asks the same after a relaunch.
  ///
  /// It is the listing as this write has left it. An edit that was made before the write was sent is part of the write; one that
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

/// A pending deletion of a listing, and later the server's response.
public struct Removal: Sendable {
  /// The pending write; cancelled when the listing was never sent.
  public let submission: Submission

  let submissions: Submissions

  /// The deleted listing, if the server returned it, once it is gone.
  ///
  /// Waits and throws like ``Listing/value``.
  public var value: Product? {
    get async throws {
      submission.state == .cancelled ? nil : try await submissions.outcome(of: submission.id)
    }
  }
}
