import OpenMarket

// What the trials need of questions about unknown outcomes, in one place.

extension Submission {
  /// The listings that the user may choose from; `nil` when nothing is asked.
  var candidates: [Product]? { nil }

  /// Whether it is not known if it had its effect.
  var isUnknown: Bool { isInDoubt }
}

extension Submissions {
  /// Says that a write was carried out, a new listing as `number`, or that it was not.
  func answer(_ id: Submission.ID, isCarriedOut: Bool, as number: Product.ID?) async throws {}
}

extension Marketplace.Configuration {
  /// Lets the outbox measure by the true time.
  mutating func measure(by time: TrialTime) {}
}
