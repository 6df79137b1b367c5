/// Rounds rows of pixels to bytes, and drops alpha when it turns out that nothing is transparent.
struct PixelPacker {
  private let size: PixelSize
  private let hasAlpha: Bool
  private var bytes: [UInt8] = []
  private var isOpaque = true

  init(size: PixelSize, hasAlpha: Bool) {
    self.size = size
    self.hasAlpha = hasAlpha
    bytes.reserveCapacity(size.pixelCount * (hasAlpha ? 4 : 3))
  }

  /// Takes one row of premultiplied pixels from 0 to 255.
  mutating func append(_ row: some Sequence<SIMD4<Float>>) {
    for pixel in row {
      // Lanczos overshoots; a colour may not exceed its alpha.
      let alpha = min(max(pixel.w, 0), 255)
      let limit = hasAlpha ? alpha : 255
      bytes.append(UInt8(min(max(pixel.x, 0), limit) + 0.5))
      bytes.append(UInt8(min(max(pixel.y, 0), limit) + 0.5))
      bytes.append(UInt8(min(max(pixel.z, 0), limit) + 0.5))
      guard hasAlpha else { continue }
      bytes.append(UInt8(alpha + 0.5))
      if alpha < 254.5 { isOpaque = false }
    }
  }

  /// The image; rows that never came are transparent, or mid-grey where nothing can be.
  consuming func finish() -> (format: PixelFormat, bytes: [UInt8]) {
    let missing = size.pixelCount * (hasAlpha ? 4 : 3) - bytes.count
    if missing > 0 {
      bytes.append(contentsOf: repeatElement(hasAlpha ? 0 : 128, count: missing))
      isOpaque = false
    }
    guard hasAlpha else { return (.rgb888, bytes) }
    guard isOpaque else { return (.rgba8888Premultiplied, bytes) }
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
