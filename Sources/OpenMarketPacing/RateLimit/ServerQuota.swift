/// How much a server says may still be sent until a moment, and how much of it each priority leaves to those above.
///
/// Of what there was, `prefetch` leaves a quarter, `outbox` an eighth and `visible` a sixteenth, so that a sync does not
/// use up what the user is about to need. `user` takes the last.
struct ServerQuota: Sendable {
  private var remaining: Int
  private let size: Int
  /// When the server counts anew.
  let end: Moment

  /// Takes what the server says. The size of the quota so far, while it holds, is the least that there was.
  init(remaining: Int, of size: Int?, until end: Moment, after earlier: ServerQuota?) {
    self.remaining = max(0, remaining)
    self.size = max(size ?? earlier?.size ?? 0, self.remaining)
    self.end = end
  }

  /// Whether something of the priority with this place in ``RequestPriority/allCases`` may be sent.
  func allows(_ index: Int) -> Bool {
    let parts = [4, 8, 16]
    return remaining > (parts.indices.contains(index) ? size / parts[index] : 0)
  }

  mutating func use() { remaining = max(0, remaining - 1) }
}
