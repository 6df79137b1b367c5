import Foundation

@testable import OpenMarketImages

/// GIF files of all kinds, put together by hand.
struct GIFSample {
  /// One frame, of colours that are in ``GIFSample/colors``.
  struct Frame {
    var picture: Picture
    var x = 0
    var y = 0
    var isInterlaced = false
    var hasOwnColors = false
  }

  /// Red, green and blue in six steps each, and one colour that is none.
  static let cube: [SIMD4<UInt8>] =
    (0..<216).map { opaque(51 * ($0 / 36), 51 * ($0 / 6 % 6), 51 * ($0 % 6)) } + [SIMD4<UInt8>.zero]

  static func opaque(_ red: Int, _ green: Int, _ blue: Int) -> SIMD4<UInt8> {
    SIMD4(UInt8(red), UInt8(green), UInt8(blue), 255)
  }

  var frames: [Frame]
  var canvas: (width: Int, height: Int)
  var colors = GIFSample.cube
  /// Whether the file says what its colours are.
  var hasColors = true
  var version = "GIF89a"
  var repeats = false
  /// The bits of a colour's number; `nil` for as many as there must be.
  var codeBits: Int?

  init(_ picture: Picture, isInterlaced: Bool = false) {
    frames = [Frame(picture: picture, isInterlaced: isInterlaced)]
    canvas = (picture.width, picture.height)
  }

  /// `picture` in the colours of ``cube``.
  static func reduced(_ picture: Picture) -> Picture {
    Picture(width: picture.width, height: picture.height) { x, y in
      let pixel = picture[x, y]
      func step(_ value: UInt8) -> Int { (Int(value) + 25) / 51 }
      return pixel.w < 128 ? .zero : cube[36 * step(pixel.x) + 6 * step(pixel.y) + step(pixel.z)]
    }
  }

  func data() -> Data {
    let isShared = !frames.allSatisfy(\.hasOwnColors)
    var file = Data(version.utf8) + little16(canvas.width) + little16(canvas.height)
    file += [(isShared && hasColors ? 0x80 : 0) | UInt8(colorBits - 1), 0, 0]
    if isShared, hasColors { file += colorTable }
    if repeats { file += [0x21, 0xFF, 11] + Data("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0] }
    for frame in frames { file += bytes(of: frame) }
    return file + [0x3B]
  }

  private func bytes(of frame: Frame) -> Data {
    var bytes = Data()
    if version == "GIF89a" {
      let transparent = colors.firstIndex(of: .zero)
      bytes += [0x21, 0xF9, 4, transparent == nil ? 0 : 1, 8, 0, UInt8(transparent ?? 0), 0]
    }
    bytes += [0x2C] + little16(frame.x) + little16(frame.y)
    bytes += little16(frame.picture.width) + little16(frame.picture.height)
    var flags: UInt8 = frame.isInterlaced ? 0x40 : 0
    if frame.hasOwnColors { flags |= 0x80 | UInt8(colorBits - 1) }
    bytes.append(flags)
    if frame.hasOwnColors { bytes += colorTable }
    let rows = frame.isInterlaced ? interlaced(frame.picture.height) : Array(0..<frame.picture.height)
    var numbers: [SIMD4<UInt8>: Int] = [:]
    for (number, color) in colors.enumerated() { numbers[color] = number }
    let indices = rows.flatMap { y -> [Int] in
      (0..<frame.picture.width).map { x in numbers[frame.picture[x, y]] ?? 0 }
    }
    let codeBits = self.codeBits ?? max(2, colorBits)
    bytes.append(UInt8(codeBits))
    return bytes + Self.subBlocks(Self.compressed(indices, bits: codeBits))
  }

  private var colorBits: Int { (1...8).first { 1 << $0 >= colors.count } ?? 8 }
  private var colorTable: Data {
    let missing = [SIMD4<UInt8>](repeating: .zero, count: 1 << colorBits - colors.count)
    return Data((colors + missing).flatMap { [$0.x, $0.y, $0.z] })
  }

  private func interlaced(_ height: Int) -> [Int] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
  }

  static func subBlocks(_ bytes: [UInt8]) -> Data {
    var blocks = Data()
    for start in stride(from: 0, to: bytes.count, by: 255) {
      let block = bytes[start..<min(start + 255, bytes.count)]
      blocks.append(UInt8(block.count))
      blocks += block
    }
    return blocks + [0]
  }

  /// Codes as GIF has them; the table is begun anew when it is full.
  static func compressed(_ indices: [Int], bits: Int) -> [UInt8] {
    let clear = 1 << bits
    var writer = BitWriter()
    var (codes, next, width) = ([Int: Int](), clear + 2, bits + 1)
    writer.put(clear, width)
    var string: Int?
    for index in indices {
      guard let prefix = string else {
        string = index
        continue
      }
      if let longer = codes[prefix << 8 | index] {
        string = longer
        continue
      }
      writer.put(prefix, width)
      codes[prefix << 8 | index] = next
      if next == 1 << width, width < 12 { width += 1 }
      next += 1
      if next == 4096 {
        writer.put(clear, width)
        (codes, next, width) = ([:], clear + 2, bits + 1)
      }
      string = index
    }
    if let string { writer.put(string, width) }
    if next == 1 << width, width < 12 { width += 1 }
    writer.put(clear + 1, width)
    return writer.finished
  }

  /// The least significant bit first.
  struct BitWriter {
    private var bytes: [UInt8] = []
    private var bits = 0
    private var count = 0

    mutating func put(_ value: Int, _ width: Int) {
      bits |= value << count
      count += width
      while count >= 8 {
        bytes.append(UInt8(bits & 255))
        bits >>= 8
        count -= 8
      }
    }

    var finished: [UInt8] { count > 0 ? bytes + [UInt8(bits)] : bytes }
  }
}

private func little16(_ value: Int) -> Data { Data([UInt8(value & 255), UInt8(value >> 8)]) }
