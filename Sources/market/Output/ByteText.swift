extension BinaryInteger {
  /// As a number of bytes in the unit that fits, for people: `512 B`, `12.3 kB`, `4.5 MB`.
  var asBytes: String {
    switch self {
    case ..<1000: "\(self) B"
    case ..<1_000_000: "\(Double(self / 100) / 10) kB"
    default: "\(Double(self / 100_000) / 10) MB"
    }
  }
}
