import Foundation

/// SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  /// A generator of its own for each combination of numbers.
  init(_ seed: UInt64, _ numbers: Int...) {
    state = seed
    for number in numbers { state = next() ^ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15 }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to 1.
  mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  mutating func number(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + fraction() * (range.upperBound - range.lowerBound)
  }

  /// Exponentially distributed.
  mutating func wait(mean: Double) -> Double { -log(1 - fraction()) * mean }

  mutating func happens(_ probability: Double) -> Bool { fraction() < probability }
}
