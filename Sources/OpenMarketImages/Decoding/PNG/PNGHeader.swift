/// The contents of the chunks before the pixels of a PNG file.
struct PNGHeader: Sendable, Hashable {
  var size: PixelSize
  var hasAlpha: Bool
  /// Whether there is brightness alone.
  var isGrey: Bool
  var isInterlaced: Bool
  /// The frames of an animated PNG, as far as it says; 1 for a still one.
  var frameCount = 1
  var orientation: ImageOrientation = .up
  /// Where the ICC profile is, compressed.
  var profile: Range<Int>?

  init(_ bytes: Span<UInt8>) throws(ImageError) {
    guard bytes.count >= 33 else { throw ImageError(.truncated, "the PNG file ends within its header") }
    guard bytes.bigEndian32(at: 8) == 13, bytes.bigEndian32(at: 12) == 0x4948_4452 else {
      throw ImageError(.damaged, "the PNG file does not begin with the chunk IHDR")
    }
    let (width, height) = (bytes.bigEndian32(at: 16), bytes.bigEndian32(at: 20))
    guard (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) else {
      throw ImageError(.damaged, "the PNG file says that it is \(width)×\(height) pixels")
    }
    size = PixelSize(width: Int(width), height: Int(height))
    hasAlpha = bytes[25] & 4 != 0
    isGrey = bytes[25] & 2 == 0
    isInterlaced = bytes[28] != 0
    var position = 33
    while position + 8 <= bytes.count {
      let payload = position + 8
      let length = Int(clamping: bytes.bigEndian32(at: position))
      let type = bytes.bigEndian32(at: position + 4)
      if type == 0x4944_4154 || type == 0x4945_4E44 { return }  // IDAT, IEND
      guard length <= bytes.count - payload - 4 else { return }
      let end = payload + length
      switch type {
      case 0x7452_4E53: hasAlpha = true  // tRNS
      case 0x6163_544C where length == 8:  // acTL
        // Above 2³¹ it is no number of frames; the picture is then a still one, as in browsers.
        frameCount = max(1, Int(Int32(exactly: bytes.bigEndian32(at: payload)) ?? 1))
      case 0x6558_4966:  // eXIf
        orientation = ImageOrientation(exif: bytes, in: payload..<end) ?? .up
      case 0x6943_4350 where profile == nil:  // iCCP
        profile = Self.profile(bytes, in: payload..<end)
      default: break
      }
      position = end + 4
    }
  }

  /// The profile follows its name, a zero and the method, of which there is one.
  private static func profile(_ bytes: Span<UInt8>, in chunk: Range<Int>) -> Range<Int>? {
    guard let end = chunk.prefix(80).first(where: { bytes[$0] == 0 }), end + 2 < chunk.upperBound,
      bytes[end + 1] == 0
    else { return nil }
    return end + 2..<chunk.upperBound
  }
}
