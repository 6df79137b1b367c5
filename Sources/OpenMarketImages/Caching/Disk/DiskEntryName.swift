/// The name of an entry's file: 128 bits as 32 hexadecimal digits. One half is the hash of the key's first line, which all
/// entries of a source share, the other that of the key.
///
/// Two keys with one name do no harm: the file holds its key, and a read with another one is a miss.
struct DiskEntryName: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  var fileName: String { Self.hexadecimal(high) + Self.hexadecimal(low) }

  private static func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension DiskEntryName {
  init(key: String) {
    high = XXHash64.hash(Array(key.utf8.prefix { $0 != 0x0A }), seed: 0)
    low = XXHash64.hash(Array(key.utf8), seed: 1)
  }

  /// Reads the name of a file; `nil` when it is not that of an entry.
  init?(fileName: Span<UInt8>) {
    guard fileName.count == 32 else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    for index in 0..<32 {
      let digit: UInt64
      switch fileName[index] {
      case 0x30...0x39: digit = UInt64(fileName[index] - 0x30)
      case 0x61...0x66: digit = UInt64(fileName[index] - 0x61 + 10)
      default: return nil
      }
      if index < 16 { words.0 = words.0 << 4 | digit } else { words.1 = words.1 << 4 | digit }
    }
    (high, low) = words
  }
}
