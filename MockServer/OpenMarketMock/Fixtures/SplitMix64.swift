/// The random source of everything seeded: SplitMix64 (Steele, Lea and Flood, 2014).
///
/// Written out here, because the standard library promises no stable algorithm across versions and the
/// seeded market must look the same everywhere.
struct SplitMix64: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// An independent source for one purpose (`stream`) of one thing (`key`).
  init(seed: UInt64, key: UInt64, stream: UInt64) {
    state = Self.mix(Self.mix(seed &+ 0x9E37_79B9_7F4A_7C15 &* (stream &+ 1)) ^ key)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// A number in `0..<bound`; the bias below 2⁻³² does not matter here.
  mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: ((next() >> 32) &* UInt64(truncatingIfNeeded: bound)) >> 32)
  }

  mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// A number in `0..<1`.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// True in `percent` of 100 cases.
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// A number in `0..<bound` whose low values are the common ones, with density ∝ x^(−2/3).
  ///
  /// Only multiplication is used: unlike `pow` it gives the same bits on every machine.
  mutating func skewed(_ bound: Int) -> Int {
    let u = unit()
    return min(bound - 1, Int(u * u * u * Double(bound)))
  }

  /// A rank in `0..<bound`, of which the r-th comes with a probability of about 1 ÷ (r + 1), after Zipf.
  ///
  /// Every octave is as likely as any other, and every rank in it: like ``skewed(_:)`` the same bits on every
  /// machine.
  mutating func zipf(_ bound: Int) -> Int {
    let octaves = Int.bitWidth - bound.leadingZeroBitCount
    while true {
      let first = 1 << below(octaves)
      let rank = first - 1 + below(first)
      if rank < bound { return rank }
    }
  }

  /// 32 hex digits.
  mutating func hexName() -> String { ContentHash.hex(next()) + ContentHash.hex(next()) }

  /// SplitMix64's finaliser, a bijection of the 64-bit numbers.
  static func mix(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  static func unmix(_ value: UInt64) -> UInt64 {
    var z = value
    z = z ^ (z >> 31) ^ (z >> 62)
    z = z &* 0x3196_42B2_D24D_8EC3
    z = z ^ (z >> 27) ^ (z >> 54)
    z = z &* 0x96DE_1B17_3F11_9089
    return z ^ (z >> 30) ^ (z >> 60)
  }
}
