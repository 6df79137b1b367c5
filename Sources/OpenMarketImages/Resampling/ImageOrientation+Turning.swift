extension ImageOrientation {
  /// Turns stored pixels upright: rows without gaps, of the size that ``applied(to:)`` makes of `stored`.
  func upright(_ bytes: [UInt8], stored: PixelSize, bytesPerPixel: Int) -> [UInt8] {
    guard self != .up else { return bytes }
    let upright = applied(to: stored)
    // Where the pixel at the top left comes from, and the way through the stored bytes from there.
    let across = bytesPerPixel
    let down = stored.width * bytesPerPixel
    let right = (stored.width - 1) * across
    let bottom = (stored.height - 1) * down
    let (start, stepX, stepY) =
      switch self {
      case .up: (0, across, down)
      case .upMirrored: (right, -across, down)
      case .down: (right + bottom, -across, -down)
      case .downMirrored: (bottom, across, -down)
      case .leftMirrored: (0, down, across)
      case .right: (bottom, -down, across)
      case .rightMirrored: (right + bottom, -down, -across)
      case .left: (right, down, -across)
      }
    return unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { turned, count in
      var to = 0
      for y in 0..<upright.height {
        var from = start + y * stepY
        for _ in 0..<upright.width {
          for channel in 0..<bytesPerPixel { unsafe turned[to + channel] = bytes[from + channel] }
          to += bytesPerPixel
          from += stepX
        }
      }
      count = to
    }
  }
}
