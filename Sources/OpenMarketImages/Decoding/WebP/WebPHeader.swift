/// The contents of the container of a WebP file.
struct WebPHeader: Sendable, Hashable {
  /// The picture, or the canvas of an animation.
  var size: PixelSize
  var hasAlpha: Bool
  var orientation: ImageOrientation = .up
  /// Where the ICC profile is.
  var profile: Range<Int>?
  /// The first frame of an animation; `nil` for a still picture.
  var firstFrame: Frame?
  /// The frames of an animation, counted up to a limit; 1 for a still picture.
  var frameCount = 1

  /// A frame of an animation.
  struct Frame: Sendable, Hashable {
    /// Its picture within the file: the chunks ALPH, VP8 or VP8L.
    var bytes: Range<Int>
    var x, y: Int
    var size: PixelSize
  }

  /// Reads the header, and counts the frames up to `maximumFrames`.
  init(_ bytes: Span<UInt8>, maximumFrames: Int) throws(ImageError) {
    guard bytes.count >= 30 else { throw ImageError(.truncated, "the WebP file ends within its header") }
    let payload = 20
    switch bytes.bigEndian32(at: 12) {
    case Chunk.lossy:
      guard bytes[payload + 3] == 0x9D, bytes[payload + 4] == 0x01, bytes[payload + 5] == 0x2A else {
        throw ImageError(.damaged, "the WebP file has no start code")
      }
      size = PixelSize(
        width: bytes.littleEndian16(at: payload + 6) & 0x3FFF,
        height: bytes.littleEndian16(at: payload + 8) & 0x3FFF)
      hasAlpha = false
    case Chunk.lossless:
      guard bytes[payload] == 0x2F else { throw ImageError(.damaged, "the WebP file has no signature") }
      let bits = bytes.littleEndian32(at: payload + 1)
      size = PixelSize(width: 1 + Int(bits & 0x3FFF), height: 1 + Int(bits >> 14 & 0x3FFF))
      hasAlpha = bits >> 28 & 1 != 0
    case Chunk.extended:
      let flags = bytes[payload]
      size = PixelSize(
        width: 1 + bytes.littleEndian24(at: payload + 4), height: 1 + bytes.littleEndian24(at: payload + 7))
      hasAlpha = flags & 0x10 != 0
      try readChunks(bytes, isAnimated: flags & 0x02 != 0, maximumFrames: maximumFrames)
    default: throw ImageError(.damaged, "the WebP file begins with an unknown chunk")
    }
    guard size.width > 0, size.height > 0 else {
      throw ImageError(.damaged, "the WebP file says that it is \(size) pixels")
    }
  }

  private mutating func readChunks(
    _ bytes: Span<UInt8>, isAnimated: Bool, maximumFrames: Int
  ) throws(ImageError) {
    var frames = 0
    var position = 30
    while position + 8 <= bytes.count, frames <= maximumFrames {
      let start = position + 8
      let length = Int(clamping: bytes.littleEndian32(at: position + 4))
      let end = start + min(length, bytes.count - start)
      switch bytes.bigEndian32(at: position) {
      case Chunk.frame where isAnimated && end - start > 16:
        frames += 1
        guard firstFrame == nil else { break }
        firstFrame = Frame(
          bytes: start + 16..<end, x: 2 * bytes.littleEndian24(at: start),
          y: 2 * bytes.littleEndian24(at: start + 3),
          size: PixelSize(
            width: 1 + bytes.littleEndian24(at: start + 6), height: 1 + bytes.littleEndian24(at: start + 9)))
      case Chunk.profile where profile == nil && end - start == length: profile = start..<end
      case Chunk.exif: orientation = ImageOrientation(exif: bytes, in: start..<end) ?? .up
      default: break
      }
      position = end + (end - start) % 2
    }
    guard isAnimated else { return }
    guard let firstFrame else {
      throw ImageError(.truncated, "the WebP animation ends before its first frame")
    }
    guard firstFrame.x + firstFrame.size.width <= size.width,
      firstFrame.y + firstFrame.size.height <= size.height
    else { throw ImageError(.damaged, "the first frame of the WebP animation is not within its canvas") }
    frameCount = frames
  }

  /// Names of chunks, as numbers.
  enum Chunk {
    static let lossy: UInt32 = 0x5650_3820  // "VP8 "
    static let lossless: UInt32 = 0x5650_384C  // "VP8L"
    static let extended: UInt32 = 0x5650_3858  // "VP8X"
    static let frame: UInt32 = 0x414E_4D46  // "ANMF"
    static let profile: UInt32 = 0x4943_4350  // "ICCP"
    static let exif: UInt32 = 0x4558_4946  // "EXIF"
  }
}

extension Span<UInt8> {
  /// The 24 bits at `offset`, least significant first.
  func littleEndian24(at offset: Int) -> Int { littleEndian16(at: offset) | Int(self[offset + 2]) << 16 }
}
