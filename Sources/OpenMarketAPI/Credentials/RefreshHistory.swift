/// Which refreshes have ended, and which writes they serve: the part of ``CredentialsSession`` that decides.
///
/// One refresh serves every write that was begun before it ended and was refused with the same credentials,
/// also one whose refusal arrives later. So any number of writes at the same time lead to one refresh,
/// and a write that begins after a failed one may try again.
struct RefreshHistory {
  enum Outcome {
    case replaced(VendorCredentials)
    /// There are no others, or the provider failed with an error.
    case failed((any Error)?)
  }

  private var last: (refused: VendorCredentials, outcome: Outcome)?

  /// How many have ended: what a write notes when it begins.
  private(set) var count = 0

  mutating func record(_ outcome: Outcome, for refused: VendorCredentials) {
    last = (refused, outcome)
    count += 1
  }

  /// Returns the known result for a write that noted `start` and was refused; `nil` when a refresh is needed.
  func outcome(for refused: VendorCredentials, since start: Int) -> Outcome? {
    guard let last, last.refused == refused, start < count else { return nil }
    return last.outcome
  }
}
