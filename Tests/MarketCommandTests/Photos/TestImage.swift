import OpenMarketImages

extension DecodedImage {
  /// An opaque image of these colours, row by row.
  init(rows: [[(UInt8, UInt8, UInt8)]]) throws {
    try self.init(
      size: PixelSize(width: rows.first?.count ?? 0, height: rows.count), format: .rgb888,
      bytes: rows.flatMap { $0.flatMap { [$0.0, $0.1, $0.2] } })
  }
}
