/// The first twelve keys of a word in 60 bits, five each, from the low end; then whether it is Hangul, and whether its
/// run of letters goes on.
struct PackedKeys: RawRepresentable, Hashable {
  static let longest = 12
  static let hangul: UInt64 = 1 << 60
  private static let more: UInt64 = 1 << 61

  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  init(_ keys: TypingKeys) {
    var value = keys.isHangul ? Self.hangul : 0
    for (index, key) in keys.bytes.prefix(Self.longest).enumerated() {
      value |= UInt64(key & 0x1F) << (5 * index)
    }
    rawValue = keys.bytes.count > Self.longest ? value | Self.more : value
  }

  /// Only the keys.
  var keys: UInt64 { rawValue & (Self.hangul - 1) }
  /// How many keys there are, at most ``longest``.
  var count: Int { (64 - keys.leadingZeroBitCount + 4) / 5 }
  var goesOn: Bool { rawValue & Self.more != 0 }

  /// The first `length` keys, by themselves.
  func prefix(_ length: Int) -> UInt64 { keys & (1 << UInt64(5 * min(length, Self.longest)) - 1) }

  /// The keys one by one, as ``TypingKeys`` has them without its bits.
  var bytes: [UInt8] { (0..<count).map { UInt8(keys >> (5 * $0) & 0x1F) } }
}
