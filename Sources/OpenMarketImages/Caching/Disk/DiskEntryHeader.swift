/// The first 88 bytes of an entry's file, little-endian, with a checksum of their own.
///
/// ```
///  0  magic "OMIC"     4  version      6  kind         7  flags
///  8  name (16)       24  key length  28  ETag length 30  Last-Modified length
/// 32  payload length  40  not used    48  fresh until (milliseconds since 1970)
/// 56  width, height   64  source width, height         72  checksum of all that follows
/// 80  checksum of the first 80 bytes
/// ```
/// Then come the key, the ETag, Last-Modified and the payload.
struct DiskEntryHeader: Hashable {
  static let byteCount = 88
  private static let magic: UInt32 = 0x4349_4D4F
  private static let version: UInt16 = 1

  enum Kind: UInt8 {
    /// The file as it came from the server.
    case original = 0
    /// Pixels in sRGB. Those of kind 1 had the colours of their file's profile, and count as damaged.
    case pixels = 2
  }

  var kind: Kind
  /// For pixels: bit 0 animated, bit 1 with alpha.
  var flags: UInt8 = 0
  var name: DiskEntryName
  var keyLength: UInt32
  var tagLength: UInt16
  var modifiedLength: UInt16
  var payloadLength: UInt64
  var freshUntil: Int64
  var size = PixelSize(width: 0, height: 0)
  var sourceSize = PixelSize(width: 0, height: 0)
  var checksum: UInt64 = 0

  /// The length of the whole file; `nil` when the numbers make no sense.
  var fileLength: Int? {
    let fixed = UInt64(Self.byteCount) + UInt64(keyLength) + UInt64(tagLength) + UInt64(modifiedLength)
    let (length, overflow) = fixed.addingReportingOverflow(payloadLength)
    return overflow ? nil : Int(exactly: length)
  }

  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    func put(_ value: some FixedWidthInteger) {
      for shift in stride(from: 0, to: value.bitWidth, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    put(Self.magic)
    put(Self.version)
    put(kind.rawValue)
    put(flags)
    put(name.high)
    put(name.low)
    put(keyLength)
    put(tagLength)
    put(modifiedLength)
    put(payloadLength)
    put(0 as Int64)
    put(freshUntil)
    for side in [size.width, size.height, sourceSize.width, sourceSize.height] {
      put(UInt32(clamping: side))
    }
    put(checksum)
    put(XXHash64.hash(bytes))
    return bytes
  }
}

extension DiskEntryHeader {
  /// Reads a header; `nil` when it is damaged or of another version.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    func get<Value: FixedWidthInteger>(_ offset: Int, _ type: Value.Type) -> Value {
      (0..<Value.bitWidth / 8).reduce(0) { $0 | Value(truncatingIfNeeded: bytes[offset + $1]) << (8 * $1) }
    }
    func side(_ offset: Int) -> Int { Int(clamping: get(offset, UInt32.self)) }
    guard get(0, UInt32.self) == Self.magic, get(4, UInt16.self) == Self.version,
      get(80, UInt64.self) == XXHash64.hash(bytes[..<80]), let kind = Kind(rawValue: bytes[6])
    else { return nil }
    self.kind = kind
    flags = bytes[7]
    name = DiskEntryName(high: get(8, UInt64.self), low: get(16, UInt64.self))
    keyLength = get(24, UInt32.self)
    tagLength = get(28, UInt16.self)
    modifiedLength = get(30, UInt16.self)
    payloadLength = get(32, UInt64.self)
    freshUntil = get(48, Int64.self)
    size = PixelSize(width: side(56), height: side(60))
    sourceSize = PixelSize(width: side(64), height: side(68))
    checksum = get(72, UInt64.self)
  }
}
