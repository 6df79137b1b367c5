/// Writes baseline JPEG (ITU-T T.81) in a JFIF file.
struct JPEGEncoder {
  /// How many pixels share a colour sample.
  enum Subsampling: Sendable, Hashable {
    /// Every pixel has its own.
    case none
    /// Two by two pixels share one, as in nearly all photos: 4:2:0.
    case quarter
  }

  private let pixels: PixelBuffer
  private let isSubsampled: Bool
  private let luma: JPEGTables.Component
  private let chroma: JPEGTables.Component

  /// Encodes a picture at a quality of 1…100 on libjpeg's scale.
  static func encode(
    _ pixels: PixelBuffer, quality: Int = 80, subsampling: Subsampling = .quarter
  ) -> [UInt8] {
    JPEGEncoder(pixels, quality: quality, subsampling: subsampling).encoded()
  }

  private init(_ pixels: PixelBuffer, quality: Int, subsampling: Subsampling) {
    self.pixels = pixels
    isSubsampled = subsampling == .quarter
    luma = JPEGTables.luma(quality: quality)
    chroma = JPEGTables.chroma(quality: quality)
  }

  private func encoded() -> [UInt8] {
    var writer = JPEGBitWriter(header: header())
    let size = isSubsampled ? 16 : 8
    let planes = JPEGPlanes(pixels, unit: size, isSubsampled: isSubsampled)
    var transform = JPEGBlockTransform()
    var lastY = 0
    var lastBlue = 0
    var lastRed = 0
    for top in stride(from: 0, to: planes.luma.height, by: size) {
      for left in stride(from: 0, to: planes.luma.width, by: size) {
        for y in stride(from: top, to: top + size, by: 8) {
          for x in stride(from: left, to: left + size, by: 8) {
            transform.load(planes.luma, x: x, y: y, steps: luma.steps)
            writer.write(transform.coefficients, luma, previous: &lastY)
          }
        }
        let x = isSubsampled ? left / 2 : left
        let y = isSubsampled ? top / 2 : top
        transform.load(planes.blue, x: x, y: y, steps: chroma.steps)
        writer.write(transform.coefficients, chroma, previous: &lastBlue)
        transform.load(planes.red, x: x, y: y, steps: chroma.steps)
        writer.write(transform.coefficients, chroma, previous: &lastRed)
      }
    }
    return writer.finish() + [0xFF, 0xD9]
  }

  // MARK: Header

  private func header() -> [UInt8] {
    var header: [UInt8] = [0xFF, 0xD8]
    append(0xE0, Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0], to: &header)
    append(0xDB, [0] + luma.quantisation + [1] + chroma.quantisation, to: &header)
    let sampling: UInt8 = isSubsampled ? 0x22 : 0x11
    append(
      0xC0,
      [8] + bigEndian(pixels.height) + bigEndian(pixels.width) + [3]
        + [1, sampling, 0] + [2, 0x11, 1] + [3, 0x11, 1], to: &header)
    let tables =
      [0x00] + luma.direct.definition + [0x10] + luma.alternating.definition
      + [0x01] + chroma.direct.definition + [0x11] + chroma.alternating.definition
    append(0xC4, tables, to: &header)
    append(0xDA, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0], to: &header)
    return header
  }

  private func append(_ marker: UInt8, _ segment: [UInt8], to header: inout [UInt8]) {
    header += [0xFF, marker] + bigEndian(segment.count + 2) + segment
  }

  private func bigEndian(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
  }
}
