/// Writes entropy-coded blocks, most significant bit first, with a zero after every 0xFF.
struct JPEGBitWriter {
  private var bytes: [UInt8]
  private var pending: UInt64 = 0
  private var pendingCount = 0

  init(header: [UInt8]) { bytes = header }

  /// Writes a block of quantised coefficients in zigzag order (ITU-T T.81, annex F.1.2).
  mutating func write(_ block: [Int32], _ component: JPEGTables.Component, previous: inout Int) {
    let difference = Int(block[0]) - previous
    previous = Int(block[0])
    let size = Self.size(of: difference)
    write(component.direct, symbol: size)
    write(value: difference, size: size)

    var zeros = 0
    for place in 1..<64 {
      let value = Int(block[place])
      if value == 0 {
        zeros += 1
        continue
      }
      while zeros > 15 {
        write(component.alternating, symbol: 0xF0)
        zeros -= 16
      }
      let size = Self.size(of: value)
      write(component.alternating, symbol: zeros << 4 | size)
      write(value: value, size: size)
      zeros = 0
    }
    if zeros > 0 { write(component.alternating, symbol: 0) }
  }

  /// Fills the last byte with ones and returns everything.
  mutating func finish() -> [UInt8] {
    if pendingCount % 8 > 0 { write(0xFF, count: 8 - pendingCount % 8) }
    flush()
    return bytes
  }

  private static func size(of value: Int) -> Int { Int.bitWidth - value.magnitude.leadingZeroBitCount }

  private mutating func write(_ code: JPEGTables.Code, symbol: Int) {
    write(UInt64(code.codes[symbol]), count: Int(code.lengths[symbol]))
  }

  /// Negative values are written as their ones' complement.
  private mutating func write(value: Int, size: Int) {
    write(UInt64(truncatingIfNeeded: value < 0 ? value - 1 : value), count: size)
  }

  private mutating func write(_ bits: UInt64, count: Int) {
    pending = pending << UInt64(count) | bits & (1 << UInt64(count) - 1)
    pendingCount += count
    if pendingCount > 32 { flush() }
  }

  private mutating func flush() {
    while pendingCount >= 8 {
      pendingCount -= 8
      let byte = UInt8(truncatingIfNeeded: pending >> UInt64(pendingCount))
      bytes.append(byte)
      if byte == 0xFF { bytes.append(0) }
    }
  }
}
