/// Which of several responses in flight still counts.
struct LatestOnlyMachine: Sendable {
  private let maxInFlight: Int
  /// Ascending.
  private var inFlight: [UInt64] = []
  private var last: UInt64 = 0

  init(maxInFlight: Int) { self.maxInFlight = max(1, maxInFlight) }

  /// Begins a request, which may push out the oldest one.
  mutating func begin() -> (id: UInt64, pushedOut: UInt64?) {
    last += 1
    inFlight.append(last)
    return (last, inFlight.count > maxInFlight ? inFlight.removeFirst() : nil)
  }

  /// Ends a request with a response or an error.
  ///
  /// A response counts if no newer one has: then all older requests are void. An error counts only when nothing
  /// newer is on its way.
  mutating func end(_ id: UInt64, isError: Bool) -> (counts: Bool, void: ArraySlice<UInt64>) {
    guard let place = inFlight.firstIndex(of: id) else { return (false, []) }
    if isError, id != inFlight.last {
      inFlight.remove(at: place)
      return (false, [])
    }
    let void = inFlight[..<place]
    inFlight.removeSubrange(...place)
    return (true, void)
  }

  mutating func cancelAll() { inFlight = [] }
}
