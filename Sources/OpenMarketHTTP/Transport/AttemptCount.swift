import Synchronization

/// How often a call has reached the transport.
///
/// A reference, so that the count survives a call that is abandoned at its deadline.
final class AttemptCount: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .relaxed) }

  func increment() { count.add(1, ordering: .relaxed) }
}
