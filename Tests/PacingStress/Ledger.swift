import Synchronization

/// What became of numbered actions: each must end exactly once, by running or by being cancelled.
final class Ledger: Sendable {
  private let runs = Atomic(0)
  private let cancellations = Atomic(0)
  /// The sum of all numbers, scrambled: one action lost and another ended twice would leave the count right, but
  /// not this.
  private let checksum = Atomic<UInt64>(0)

  var ran: Int { runs.load(ordering: .acquiring) }
  var cancelled: Int { cancellations.load(ordering: .acquiring) }
  var ended: Int { ran + cancelled }

  func run(_ number: Int) {
    checksum.wrappingAdd(Self.scramble(number), ordering: .relaxed)
    runs.add(1, ordering: .releasing)
  }

  func cancel(_ number: Int) {
    checksum.wrappingAdd(Self.scramble(number), ordering: .relaxed)
    cancellations.add(1, ordering: .releasing)
  }

  /// Whether each of the actions 0, 1, … `count - 1` has ended exactly once.
  func isExact(_ count: Int) -> Bool {
    var sum: UInt64 = 0
    for number in 0..<count { sum &+= Self.scramble(number) }
    return ended == count && checksum.load(ordering: .acquiring) == sum
  }

  /// The finalizer of SplitMix64 (Steele, Lea, Flood 2014).
  private static func scramble(_ number: Int) -> UInt64 {
    var z = UInt64(bitPattern: Int64(number)) &+ 0x9e37_79b9_7f4a_7c15
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
