/// The contents of the blocks of a GIF file, its first frame's above all.
struct GIFHeader: Sendable, Hashable {
  /// The canvas; never smaller than what the first frame needs.
  var size: PixelSize
  var firstFrame: Frame
  /// The frames, counted up to a limit.
  var frameCount: Int
  var isAnimated: Bool

  /// One picture on the canvas.
  struct Frame: Sendable, Hashable {
    var x, y: Int
    var size: PixelSize
    var isInterlaced: Bool
    /// Where its colours are, three bytes each: its own, or those of the file; empty when there are none.
    var colors: Range<Int>
    /// The colour that is none.
    var transparentColor: Int?
    var minimumCodeSize: Int
    /// Where its first sub-block begins.
    var data: Int
  }

  /// Whether there can be transparent parts.
  var hasAlpha: Bool { firstFrame.transparentColor != nil || firstFrame.size != size }

  /// Reads all blocks, but not the pixels within, and counts the frames up to `maximumFrames`.
  init(_ bytes: Span<UInt8>, maximumFrames: Int) throws(ImageError) {
    var blocks = try GIFBlocks(bytes)
    var frames: [Frame] = []
    frameCount = 0
    while frameCount <= maximumFrames, let frame = try blocks.nextFrame(bytes) {
      if frames.isEmpty { frames.append(frame) }
      frameCount += 1
    }
    guard let frame = frames.first else {
      throw blocks.position < bytes.count
        ? ImageError(.damaged, "the GIF file has no picture")
        : ImageError(.truncated, "the GIF file ends before its first picture")
    }
    guard frame.size.width > 0, frame.size.height > 0 else {
      throw ImageError(.damaged, "the GIF file says that its first picture is \(frame.size) pixels")
    }
    // Above 8 bits there are codes for colours that no file has, but cameras write such files.
    guard (1...11).contains(frame.minimumCodeSize) else {
      throw ImageError(.damaged, "the GIF file says that its codes have \(frame.minimumCodeSize) bits")
    }
    firstFrame = frame
    size = PixelSize(
      width: max(blocks.screen.width, frame.x + frame.size.width),
      height: max(blocks.screen.height, frame.y + frame.size.height))
    // Of a file that is cut off only this tells that there were more.
    isAnimated = frameCount > 1 || (blocks.repeats && blocks.position >= bytes.count)
  }
}

/// Goes through the blocks of a GIF file.
private struct GIFBlocks {
  /// The size of the canvas, as the file says.
  let screen: PixelSize
  /// Where the next block begins: the length of the file when that is cut off.
  private(set) var position = 13
  /// Whether the file says how often its frames are repeated, as animations do.
  private(set) var repeats = false
  private var colors = 0..<0
  private var transparentColor: Int?

  init(_ bytes: Span<UInt8>) throws(ImageError) {
    guard bytes.count >= 13 else { throw ImageError(.truncated, "the GIF file ends within its header") }
    screen = PixelSize(width: bytes.littleEndian16(at: 6), height: bytes.littleEndian16(at: 8))
    colors = readColors(bytes, flags: bytes[10])
  }

  /// The next frame; `nil` at the end of the file, or of what can be understood.
  mutating func nextFrame(_ bytes: Span<UInt8>) throws(ImageError) -> GIFHeader.Frame? {
    while position < bytes.count {
      switch bytes[position] {
      case 0x21: readExtension(bytes)
      case 0x2C: return try readFrame(bytes)
      default: return nil  // 0x3B ends the file; the rest is unknown
      }
    }
    return nil
  }

  private mutating func readFrame(_ bytes: Span<UInt8>) throws(ImageError) -> GIFHeader.Frame? {
    let start = position
    position += 10
    guard position < bytes.count else {
      position = bytes.count
      return nil
    }
    let flags = bytes[start + 9]
    let own = readColors(bytes, flags: flags)
    guard position + 1 < bytes.count else {
      position = bytes.count
      return nil
    }
    let frame = GIFHeader.Frame(
      x: bytes.littleEndian16(at: start + 1), y: bytes.littleEndian16(at: start + 3),
      size: PixelSize(
        width: bytes.littleEndian16(at: start + 5), height: bytes.littleEndian16(at: start + 7)),
      isInterlaced: flags & 0x40 != 0, colors: own.isEmpty ? colors : own,
      transparentColor: transparentColor, minimumCodeSize: Int(bytes[position]), data: position + 1)
    position += 1
    skipSubBlocks(bytes)
    transparentColor = nil
    return frame
  }

  /// A table of colours, if `flags` announce one here.
  private mutating func readColors(_ bytes: Span<UInt8>, flags: UInt8) -> Range<Int> {
    guard flags & 0x80 != 0 else { return 0..<0 }
    let start = position
    position = min(bytes.count, position + 3 * (2 << Int(flags & 7)))
    return start..<position
  }

  private mutating func readExtension(_ bytes: Span<UInt8>) {
    let start = position
    position = min(bytes.count, position + 2)
    let first = position
    skipSubBlocks(bytes)
    guard first + 12 <= bytes.count else { return }
    switch bytes[start + 1] {
    case 0xF9 where bytes[first] >= 4:  // how the next frame is drawn
      transparentColor = bytes[first + 1] & 1 != 0 ? Int(bytes[first + 4]) : nil
    case 0xFF where bytes[first] == 11:
      repeats = repeats || bytes.bigEndian32(at: first + 1) == 0x4E45_5453  // NETSCAPE2.0
    default: break
    }
  }

  private mutating func skipSubBlocks(_ bytes: Span<UInt8>) {
    while position < bytes.count, bytes[position] != 0 { position += 1 + Int(bytes[position]) }
    position = min(bytes.count, position + 1)
  }
}
