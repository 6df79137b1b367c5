/// An effect with what is needed to bring its count of requests up to date.
struct LedgerEntry: Sendable {
  var effect: Effect
  var scope: IdempotencyRecords.Scope?
}
