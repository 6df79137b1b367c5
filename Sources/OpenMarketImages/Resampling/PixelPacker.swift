import COpenMarketCodecs

/// Rounds filtered rows to bytes, and drops alpha when it turns out that nothing is transparent.
struct PixelPacker {
  private let size: PixelSize
  private let input: RowLayout
  private var bytes: [UInt8] = []
  private var rowCount = 0
  private var leastAlpha: UInt8 = 255

  init(size: PixelSize, input: RowLayout) {
    self.size = size
    self.input = input
  }

  var width: Int { size.width }
  var isComplete: Bool { rowCount == size.height }

  /// Takes columns of the row that each plane has made.
  mutating func append(_ planes: [PlaneResampler], _ columns: Range<Int>) {
    // Not before the first row is there: a file may have none.
    if bytes.isEmpty { makeEmpty() }
    let first = columns.lowerBound
    let offset = (rowCount * width + first) * (input.hasAlpha ? 4 : 3)
    unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      guard let out = unsafe bytes.baseAddress.map({ unsafe $0 + offset }) else { return }
      if planes.count == 3 {
        let range = input == .yCbCrPlanes ? OM_FULL_RANGE : OM_VIDEO_RANGE
        unsafe Self.withRows(planes) { y, cb, cr in
          unsafe om_ycbcr_to_rgb(y + first, cb + first, cr + first, range, out, columns.count)
        }
      } else {
        let alpha = unsafe planes[0].filtered.withUnsafeBufferPointer { rows in
          guard let rows = rows.baseAddress else { return UInt8.max }
          return unsafe om_join_channels(
            rows + first, planes[0].filteredCount, input.bytesPerPixel, out, columns.count)
        }
        leastAlpha = min(leastAlpha, alpha)
      }
    }
  }

  mutating func endRow() { rowCount += 1 }

  /// Rows that never come are transparent, or mid-grey where nothing can be.
  private mutating func makeEmpty() {
    bytes = Array(
      repeating: input.hasAlpha ? 0 : 128, count: size.pixelCount * (input.hasAlpha ? 4 : 3))
  }

  private static func withRows(
    _ planes: [PlaneResampler],
    _ body: (UnsafePointer<Int16>, UnsafePointer<Int16>, UnsafePointer<Int16>) -> Void
  ) {
    unsafe planes[0].filtered.withUnsafeBufferPointer { y in
      unsafe planes[1].filtered.withUnsafeBufferPointer { cb in
        unsafe planes[2].filtered.withUnsafeBufferPointer { cr in
          guard let y = y.baseAddress, let cb = cb.baseAddress, let cr = cr.baseAddress else { return }
          unsafe body(y, cb, cr)
        }
      }
    }
  }

  consuming func finish() -> (format: PixelFormat, bytes: [UInt8]) {
    if bytes.isEmpty { makeEmpty() }
    guard input.hasAlpha else { return (.rgb888, bytes) }
    guard isComplete, leastAlpha == 255 else { return (.rgba8888Premultiplied, bytes) }
    return (.rgb888, Self.withoutAlpha(bytes))
  }

  /// Premultiplied RGBA, or RGB when nothing of it is transparent.
  static func droppingOpaqueAlpha(_ bytes: [UInt8]) -> (format: PixelFormat, bytes: [UInt8]) {
    let isOpaque = stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 }
    return isOpaque ? (.rgb888, withoutAlpha(bytes)) : (.rgba8888Premultiplied, bytes)
  }

  private static func withoutAlpha(_ bytes: [UInt8]) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: bytes.count / 4 * 3) { opaque, count in
      for start in stride(from: 0, to: bytes.count, by: 4) {
        for channel in 0..<3 { unsafe opaque[count + channel] = bytes[start + channel] }
        count += 3
      }
    }
  }
}
