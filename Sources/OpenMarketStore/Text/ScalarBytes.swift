extension FixedWidthInteger {
  /// Its bytes, the least significant one first.
  var littleEndianBytes: [UInt8] {
    unsafe withUnsafeBytes(of: littleEndian) { bytes in unsafe Array(bytes) }
  }
}

extension [UInt8] {
  /// Appends the UTF-8 form of `scalar`, byte by byte.
  mutating func append(scalar: Unicode.Scalar) {
    let value = scalar.value
    func append(_ bits: UInt32) { self.append(UInt8(truncatingIfNeeded: bits)) }
    switch value {
    case ..<0x80: append(value)
    case ..<0x800:
      append(0xC0 | value >> 6)
      append(0x80 | value & 0x3F)
    case ..<0x10000:
      append(0xE0 | value >> 12)
      append(0x80 | value >> 6 & 0x3F)
      append(0x80 | value & 0x3F)
    default:
      append(0xF0 | value >> 18)
      append(0x80 | value >> 12 & 0x3F)
      append(0x80 | value >> 6 & 0x3F)
      append(0x80 | value & 0x3F)
    }
  }
}
