extension FixedWidthInteger {
  /// Its bytes, the least significant one first.
  var littleEndianBytes: [UInt8] {
    unsafe withUnsafeBytes(of: littleEndian) { bytes in unsafe Array(bytes) }
  }
}

extension [UInt8] {
  /// Appends the UTF-8 form of `scalar`; byte by byte, as appending a sequence takes longer.
  mutating func append(scalar: Unicode.Scalar) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
  }
}
