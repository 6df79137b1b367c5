extension UInt8 {
  package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// Whether it is a letter or a digit of ASCII.
  package var isAlphanumeric: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 26 }
}

extension Int64 {
  /// Reads a text of nothing but digits; more than `most` is `most`.
  init?(digits text: some StringProtocol, atMost most: Int64) {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
    self = Swift.min(Int64(text) ?? most, most)
  }
}
