import OpenMarketHTTP

/// Follows one cause: lets through the events of it, of what follows from it, and of the writes that it has put into the
/// queue, whenever they are sent.
struct CauseFilter: Sendable {
  private var causes: Set<UInt64>
  private var submissions: Set<Int64> = []

  /// Makes a filter for the cause with the number `root`.
  init(_ root: UInt64) { causes = [root] }

  /// Whether an event belongs to the cause; events come in their order.
  mutating func includes(_ record: EventRecord) -> Bool {
    let isSubmission = record.submission.map(submissions.contains) ?? false
    guard let cause = record.cause else { return isSubmission }
    let follows = causes.contains(cause.id) || cause.parentID.map(causes.contains) ?? false
    guard follows || isSubmission else { return false }
    causes.insert(cause.id)
    if let submission = record.submission { submissions.insert(submission) }
    return true
  }
}
