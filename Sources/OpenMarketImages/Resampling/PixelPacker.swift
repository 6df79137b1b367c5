import COpenMarketCodecs

/// Rounds filtered rows to bytes, and drops alpha when it turns out that nothing is transparent.
struct PixelPacker {
  private let size: PixelSize
  private let input: RowLayout
  private var bytes: [UInt8]
  private var rowCount = 0
  private var leastAlpha: UInt8 = 255

  init(size: PixelSize, input: RowLayout) {
    self.size = size
    self.input = input
    // Rows that never come are transparent, or mid-grey where nothing can be.
    bytes = Array(
      repeating: input.hasAlpha ? 0 : 128, count: size.pixelCount * (input.hasAlpha ? 4 : 3))
  }

  var isComplete: Bool { rowCount == size.height }

  /// Takes the row that each plane has made.
  mutating func append(_ planes: [PlaneResampler]) {
    let width = size.width
    let offset = rowCount * width * (input.hasAlpha ? 4 : 3)
    rowCount += 1
    unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      guard let out = unsafe bytes.baseAddress.map({ unsafe $0 + offset }) else { return }
      if planes.count == 3 {
        let range = input == .yCbCrPlanes ? OM_FULL_RANGE : OM_VIDEO_RANGE
        unsafe om_ycbcr_to_rgb(
          planes[0].filtered, planes[1].filtered, planes[2].filtered, range, out, width)
      } else {
        let alpha = unsafe om_join_channels(
          planes[0].filtered, planes[0].filteredCount, input.bytesPerPixel, out, width)
        leastAlpha = min(leastAlpha, alpha)
      }
    }
  }

  /// The image.
  consuming func finish() -> (format: PixelFormat, bytes: [UInt8]) {
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
    var opaque: [UInt8] = []
    opaque.reserveCapacity(bytes.count / 4 * 3)
    for start in stride(from: 0, to: bytes.count, by: 4) { opaque += bytes[start..<start + 3] }
    return opaque
  }
}
