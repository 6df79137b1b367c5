/// The longest wait for a lock.
struct LockPatience: Sendable {
  /// Why the lock is not waited for any longer.
  enum Refusal {
    /// Its holder shows no sign of work.
    case silent
    /// Its holder is at work for longer than the longest wait.
    case atWork
  }

  /// How long its holder may show no sign of work.
  let silence: Duration
  /// How long its holder may be at work.
  let limit: Duration
  private var last: (sign: UInt64, time: Duration)?

  init(silence: Duration, limit: Duration) { (self.silence, self.limit) = (silence, limit) }

  /// The reason to wait no longer after `time`, with the `sign` that the holder changes for as long as it is at work; `nil` to go
  /// on waiting.
  mutating func refusal(sign: UInt64, after time: Duration) -> Refusal? {
    if time >= limit { return .atWork }
    guard let last, last.sign == sign else {
      last = (sign, time)
      return nil
    }
    return time - last.time >= silence ? .silent : nil
  }
}
