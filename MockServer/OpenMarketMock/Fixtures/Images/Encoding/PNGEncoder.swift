/// Writes PNG (ISO/IEC 15948): 8-bit RGB, not interlaced, each row with the filter whose residues are smallest.
enum PNGEncoder {
  static func encode(_ pixels: PixelBuffer) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let size = UInt32(pixels.width).bigEndianBytes + UInt32(pixels.height).bigEndianBytes
    append("IHDR", size + [8, 2, 0, 0, 0], to: &file)
    append("IDAT", Deflate.zlib(filtered(pixels)), to: &file)
    append("IEND", [], to: &file)
    return file
  }

  private static func append(_ type: String, _ data: [UInt8], to file: inout [UInt8]) {
    let body = Array(type.utf8) + data
    file += UInt32(data.count).bigEndianBytes + body + crc32(body).bigEndianBytes
  }

  private static func filtered(_ pixels: PixelBuffer) -> [UInt8] {
    let rowLength = pixels.width * 3
    var output: [UInt8] = []
    output.reserveCapacity((rowLength + 1) * pixels.height)
    var above = [UInt8](repeating: 0, count: rowLength)
    var candidate = [UInt8](repeating: 0, count: rowLength)
    var best = candidate
    for y in 0..<pixels.height {
      let row = Array(pixels.rgb[y * rowLength..<(y + 1) * rowLength])
      var bestType: UInt8 = 0
      var bestSum = Int.max
      for type in UInt8(0)...4 {
        let sum = apply(type, to: row, above: above, into: &candidate)
        guard sum < bestSum else { continue }
        bestSum = sum
        bestType = type
        swap(&best, &candidate)
      }
      output.append(bestType)
      output += best
      above = row
    }
    return output
  }

  /// Filters a row and returns the sum of the residues' magnitudes.
  private static func apply(
    _ type: UInt8, to row: [UInt8], above: [UInt8], into residues: inout [UInt8]
  ) -> Int {
    var sum = 0
    for index in row.indices {
      let left = index >= 3 ? row[index - 3] : 0
      let up = above[index]
      let prediction: UInt8 =
        switch type {
        case 0: 0
        case 1: left
        case 2: up
        case 3: UInt8((Int(left) + Int(up)) / 2)
        default: paeth(Int(left), Int(up), index >= 3 ? Int(above[index - 3]) : 0)
        }
      let residue = row[index] &- prediction
      residues[index] = residue
      sum += Int(Int8(bitPattern: residue).magnitude)
    }
    return sum
  }

  private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> UInt8 {
    let estimate = left + up - corner
    let distances = (left: abs(estimate - left), up: abs(estimate - up), corner: abs(estimate - corner))
    if distances.left <= distances.up, distances.left <= distances.corner { return UInt8(left) }
    return UInt8(distances.up <= distances.corner ? up : corner)
  }

  static func crc32(_ data: [UInt8]) -> UInt32 {
    ~data.reduce(~0) { crc, byte in crc >> 8 ^ crcTable[Int((crc ^ UInt32(byte)) & 0xFF)] }
  }

  private static let crcTable: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }
}
