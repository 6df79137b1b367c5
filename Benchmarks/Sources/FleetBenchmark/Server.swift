/// The responses of a server that is down.
enum OutageKind: String, CaseIterable {
  /// A gateway: 503 with the same `Retry-After` for everybody.
  case seconds
  /// Nothing: connections are refused.
  case refused
  /// A planned one: 503 with the date of its end, which `Retry-After` comes to in so many seconds.
  case date
}

/// The model of the server: whether it responds, and what it counts.
struct Server {
  /// From eight in the evening, for ten minutes.
  static let outage = 72_000.0..<72_600.0
  /// How much a server bears, over what it had in the half hour before it was down.
  static let headroom = 1.5

  /// A refusal, or with no status a refused connection.
  struct Failure {
    var status: Int?
    var retryAfter: Duration?
    /// Whether the delay is named as a date.
    var isDated = false
  }

  let kind: OutageKind
  var tally = Tally()
  private var capacity: Int?

  init(_ kind: OutageKind) { self.kind = kind }

  /// A request arrives.
  /// - Returns: How it failed, if it did.
  mutating func receive(_ screen: Screen, bytes: Int, quiet: Neighbourhood?, at time: Double) -> Failure? {
    let second = tally.count(screen, bytes: bytes, quiet: quiet, at: time)
    if Self.outage.contains(time) {
      tally.failures += 1
      switch kind {
      case .seconds: return Failure(status: 503, retryAfter: .seconds(30))
      case .refused: return Failure()
      case .date:
        let delay = (Self.outage.upperBound - time).rounded(.up)
        return Failure(status: 503, retryAfter: .seconds(delay), isDated: true)
      }
    }
    guard time >= Self.outage.upperBound else { return nil }
    if capacity == nil { capacity = Int(tally.steadyLoad * Self.headroom) + 1 }
    if let capacity, second > capacity, time < Self.outage.upperBound + 3_600 {
      tally.failures += 1
      tally.overloads += 1
      return Failure(status: 503, retryAfter: .seconds(5))
    }
    return nil
  }
}
