/// Writes numbers of a few bits each, least significant bit first, as Deflate and WebP do.
struct LittleEndianBitWriter {
  private var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingCount = 0

  /// Appends the `count` (at most 32) low bits of `value`; the bits above them must be zero.
  mutating func write(_ value: UInt32, count: Int) {
    pending |= UInt64(value) << UInt64(pendingCount)
    pendingCount += count
    while pendingCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingCount -= 8
    }
  }

  /// Fills the last byte with zeros and returns everything.
  func finish() -> [UInt8] {
    pendingCount > 0 ? bytes + [UInt8(truncatingIfNeeded: pending)] : bytes
  }
}

extension FixedWidthInteger {
  /// The bytes of the number, the most significant first.
  var bigEndianBytes: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}
