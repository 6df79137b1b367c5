import Foundation

/// PNG files of all kinds, written by hand.
struct PNGSample {
  enum ColorType: Int, CaseIterable {
    case grey = 0, rgb = 2, palette = 3, greyAlpha = 4, rgba = 6
    var samples: Int { [0: 1, 2: 3, 3: 1, 4: 2][rawValue] ?? 4 }
  }

  var width: Int
  var height: Int
  var depth = 8
  var color = ColorType.rgb
  var isInterlaced = false
  /// Chunks before the pixels.
  var chunks: [(String, [UInt8])] = []
  /// One sample of the picture, from 0 to its greatest value.
  var sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int

  func data() -> Data {
    let passes =
      isInterlaced
      ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      : [(0, 0, 1, 1)]
    var raw: [UInt8] = []
    for (x0, y0, dx, dy) in passes where x0 < width {
      for (index, y) in stride(from: y0, to: height, by: dy).enumerated() {
        raw += filtered(row(y, x0, dx), isFiltered: index % 2 == 1)
      }
    }
    let header =
      big32(width) + big32(height) + [UInt8(depth), UInt8(color.rawValue), 0, 0, isInterlaced ? 1 : 0]
    return Self.file([("IHDR", header)] + chunks + [("IDAT", Deflate.stored(raw)), ("IEND", [])])
  }

  static func file(_ chunks: [(String, [UInt8])]) -> Data {
    chunks.reduce(into: Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])) { $0 += chunk($1.0, $1.1) }
  }

  static func chunk(_ name: String, _ payload: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + payload
    return big32(payload.count) + body + big32(Int(crc(body)))
  }

  static func header(width: Int, height: Int, depth: Int, color: ColorType) -> [UInt8] {
    big32(width) + big32(height) + [UInt8(depth), UInt8(color.rawValue), 0, 0, 0]
  }

  private func row(_ y: Int, _ x0: Int, _ dx: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var bits = 0
    var count = 0
    for x in stride(from: x0, to: width, by: dx) {
      for channel in 0..<color.samples {
        bits = bits << depth | sample(x, y, channel)
        count += depth
        while count >= 8 {
          bytes.append(UInt8(bits >> (count - 8) & 255))
          count -= 8
        }
        bits &= (1 << count) - 1
      }
    }
    if count > 0 { bytes.append(UInt8(bits << (8 - count) & 255)) }
    return bytes
  }

  /// Every other row as differences from its left neighbour.
  private func filtered(_ row: [UInt8], isFiltered: Bool) -> [UInt8] {
    guard isFiltered else { return [0] + row }
    let step = max(1, color.samples * depth / 8)
    return [1] + row.indices.map { $0 < step ? row[$0] : row[$0] &- row[$0 - step] }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in bytes { crc = crc >> 8 ^ crcOfByte[Int((crc ^ UInt32(byte)) & 255)] }
    return ~crc
  }

  /// A step for each byte instead of each bit: files of megabytes are made by builds for debugging, too.
  private static let crcOfByte = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
  }
}

private func big32(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }

/// The two ends of zlib's format: nothing compressed, and as much as possible.
enum Deflate {
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let count = [UInt8(block.count & 255), UInt8(block.count >> 8)]
      result += [rest.isEmpty ? 1 : 0] + count + count.map { ~$0 } + block
    } while !rest.isEmpty
    return result + big32(adler(bytes))
  }

  /// About a thousandth of `count` bytes, all `byte`, without a checksum that fits.
  static func bomb(_ byte: UInt8, count: Int) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var bits = 0
    var length = 0
    func put(_ value: Int, _ count: Int) {
      bits |= value << length
      length += count
      while length >= 8 {
        result.append(UInt8(bits & 255))
        bits >>= 8
        length -= 8
      }
    }
    func reversed(_ value: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | (value >> $1 & 1) << (count - 1 - $1) }
    }
    put(0b011, 3)  // the last block, fixed codes
    put(reversed(0x30 + Int(byte), 8), 8)  // a literal below 144
    // Length 258 is code 285, distance 1 is code 0.
    let run = reversed(0b1100_0101, 8)
    func put(runs: Int) {
      for _ in 0..<runs {
        put(run, 8)
        put(0, 5)
      }
    }
    // Eight of them are 13 bytes, which repeat.
    put(runs: min(count / 258, 8))
    let period = result.suffix(13)
    let rest = count / 258 - min(count / 258, 8)
    for _ in 0..<rest / 8 { result += period }
    put(runs: rest % 8)
    put(0, 7)
    put(0, 7)
    return result + [0, 0, 0, 0]
  }

  private static func adler(_ bytes: [UInt8]) -> Int {
    var (a, b) = (1, 0)
    for byte in bytes {
      a = (a + Int(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return b << 16 | a
  }
}
