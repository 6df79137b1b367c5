/// The last path segment of a seeded picture: 32 hex digits which hold, scrambled, whose picture it is.
///
/// So a million products need no index of their pictures.
struct SeededImageName: Sendable, Hashable {
  var productID: Int64
  /// The picture's place among the product's.
  var ordinal: Int
  var isThumbnail: Bool

  /// The name under which the market seeded with `seed` serves the picture.
  func text(seed: UInt64, fileExtension: String) -> String {
    let packed = UInt64(bitPattern: productID) << 4 | UInt64(ordinal) << 1 | (isThumbnail ? 1 : 0)
    let first = SplitMix64.mix(packed ^ Self.key(seed))
    let second = Self.check(first, seed: seed)
    // Written in place: a list page makes a hundred of these.
    return unsafe String(unsafeUninitializedCapacity: 48) { buffer in
      for digit in 0..<16 {
        let shift = UInt64(60 - 4 * digit)
        unsafe buffer[digit] = Self.hexDigit(first >> shift)
        unsafe buffer[digit + 16] = Self.hexDigit(second >> shift)
      }
      var end = 32
      for byte in (isThumbnail ? "_thumb." : "_origin.").utf8 {
        unsafe buffer[end] = byte
        end += 1
      }
      for byte in fileExtension.utf8 {
        unsafe buffer[end] = byte
        end += 1
      }
      return end
    }
  }
}

extension SeededImageName {
  /// Finds out whose picture a name stands for; nil if this market never gave it out.
  init?(_ name: String, seed: UInt64) {
    let digits = name.utf8.prefix(32)
    guard digits.count == 32, let first = Self.number(digits.prefix(16)),
      Self.number(digits.dropFirst(16)) == Self.check(first, seed: seed)
    else { return nil }
    let packed = SplitMix64.unmix(first) ^ Self.key(seed)
    productID = Int64(packed >> 4)
    ordinal = Int(packed >> 1 & 7)
    isThumbnail = packed & 1 == 1
  }

  private static func key(_ seed: UInt64) -> UInt64 { SplitMix64.mix(seed ^ 0x696D_6167_6573) }

  private static func check(_ first: UInt64, seed: UInt64) -> UInt64 { SplitMix64.mix(first &+ key(~seed)) }

  private static func hexDigit(_ number: UInt64) -> UInt8 {
    let digit = UInt8(truncatingIfNeeded: number) & 0xF
    return digit < 10 ? 0x30 + digit : 0x57 + digit
  }

  /// Reads lower-case digits only, so that every picture has one name.
  private static func number(_ digits: some Sequence<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for digit in digits {
      switch digit {
      case 0x30...0x39: number = number << 4 | UInt64(digit - 0x30)
      case 0x61...0x66: number = number << 4 | UInt64(digit - 0x57)
      default: return nil
      }
    }
    return number
  }
}
