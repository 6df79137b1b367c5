/// Writes baseline JPEG (ITU-T T.81) in a JFIF file.
enum JPEGEncoder {
  /// Encodes a picture at a quality of 1…100 on libjpeg's scale.
  static func encode(_ pixels: PixelBuffer, quality: Int = 80) -> [UInt8] {
    let (luma, chroma) = (JPEGTables.luma(quality: quality), JPEGTables.chroma(quality: quality))
    var writer = JPEGBitWriter(header: header(pixels, luma, chroma))
    let planes = JPEGPlanes(pixels)
    let unit = JPEGPlanes.unit
    var transform = JPEGBlockTransform()
    var lastY = 0
    var lastBlue = 0
    var lastRed = 0
    for top in stride(from: 0, to: planes.luma.height, by: unit) {
      for left in stride(from: 0, to: planes.luma.width, by: unit) {
        for y in stride(from: top, to: top + unit, by: 8) {
          for x in stride(from: left, to: left + unit, by: 8) {
            transform.load(planes.luma, x: x, y: y, steps: luma.steps)
            writer.write(transform.coefficients, luma, previous: &lastY)
          }
        }
        transform.load(planes.blue, x: left / 2, y: top / 2, steps: chroma.steps)
        writer.write(transform.coefficients, chroma, previous: &lastBlue)
        transform.load(planes.red, x: left / 2, y: top / 2, steps: chroma.steps)
        writer.write(transform.coefficients, chroma, previous: &lastRed)
      }
    }
    return writer.finish() + [0xFF, 0xD9]
  }

  private static func header(
    _ pixels: PixelBuffer, _ luma: JPEGTables.Component, _ chroma: JPEGTables.Component
  ) -> [UInt8] {
    var header: [UInt8] = [0xFF, 0xD8]
    func append(_ marker: UInt8, _ segment: [UInt8]) {
      header += [0xFF, marker] + UInt16(segment.count + 2).bigEndianBytes + segment
    }
    append(0xE0, Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
    append(0xDB, [0] + luma.quantisation + [1] + chroma.quantisation)
    append(
      0xC0,
      [8] + UInt16(pixels.height).bigEndianBytes + UInt16(pixels.width).bigEndianBytes + [3]
        + [1, 0x22, 0] + [2, 0x11, 1] + [3, 0x11, 1])
    append(
      0xC4,
      [0x00] + luma.direct.definition + [0x10] + luma.alternating.definition
        + [0x01] + chroma.direct.definition + [0x11] + chroma.alternating.definition)
    append(0xDA, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0])
    return header
  }
}
