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
    var name: [UInt8] = []
    name.reserveCapacity(48)
    Self.appendHex(first, to: &name)
    Self.appendHex(Self.check(first, seed: seed), to: &name)
    name += (isThumbnail ? "_thumb." : "_origin.").utf8
    name += fileExtension.utf8
    return String(decoding: name, as: UTF8.self)
  }

  init(productID: Int64, ordinal: Int, isThumbnail: Bool) {
    self.productID = productID
    self.ordinal = ordinal
    self.isThumbnail = isThumbnail
  }

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

  private static func appendHex(_ number: UInt64, to name: inout [UInt8]) {
    for shift in stride(from: 60, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: number >> UInt64(shift)) & 0xF
      name.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
    }
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
