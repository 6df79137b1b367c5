public import Foundation
public import OpenMarketAPI

/// Pending writes for the server to be done with one listing.
public struct PendingProduct: Sendable, Hashable, Identifiable {
  /// The listing's number: the server's, or one of this device's own while it has none.
  public var id: Product.ID
  /// The writes, in the order in which they take effect; never empty.
  public var writes: [PendingWrite]
  /// When the first of them was enqueued.
  public var since: Date
  /// Whether the first of them may have had its effect already.
  public var isIndeterminate: Bool
  /// For a new listing that was sent: the highest number of the market before that.
  package var baseline: Product.ID?

  /// Makes one.
  public init(id: Product.ID, writes: [PendingWrite], since: Date, isIndeterminate: Bool = false) {
    self.id = id
    self.writes = writes
    self.since = since
    self.isIndeterminate = isIndeterminate
  }

  /// The listing's writes that have no outcome yet, in their order; `nil` when none of them counts: what is to
  /// be done with a new listing that was refused waits for somebody, and so does the listing.
  init?(_ rows: [SubmissionRow]) {
    guard let first = rows.first, first.state != .stuck else { return nil }
    let writes = rows.compactMap(\.write)
    guard !writes.isEmpty, first.product > 0 || writes[0].kind == .create else { return nil }
    self.init(
      id: Product.ID(rawValue: first.product), writes: writes, since: Timestamp.date(first.createdAt),
      isIndeterminate: !first.isUnsent)
    baseline = first.baseline.map { Product.ID(rawValue: $0) }
  }
}
