public import Foundation

extension DecodedImage {
  /// Encodes the image as a file, without any metadata.
  ///
  /// - Parameter encoding: The format.
  /// - Returns: The bytes of the file.
  /// - Throws: ``ImageError/Code/invalidInput`` for a quality out of range, and what the codec refuses.
  public func encoded(as encoding: ImageEncoding) throws(ImageError) -> Data {
    switch encoding {
    case .ppm: return Data("P6\n\(width) \(height)\n255\n".utf8) + Data(opaqueBytes)
    case .png: return try encodedPNG()
    case .jpeg(let quality):
      guard (1...100).contains(quality) else {
        throw ImageError(.invalidInput, "a JPEG quality of \(quality) cannot be used: it goes from 1 to 100")
      }
      return try encodedJPEG(quality: quality)
    }
  }

  /// Three bytes a pixel, over white.
  package var opaqueBytes: [UInt8] {
    guard format != .rgb888 else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(size.pixelCount * 3)
    for start in stride(from: 0, to: bytes.count, by: 4) {
      let white = 255 - bytes[start + 3]
      // Premultiplied, so the sum does not exceed 255 but for damaged input.
      for channel in start..<start + 3 { result.append(UInt8(clamping: Int(bytes[channel]) + Int(white))) }
    }
    return result
  }

  /// Four bytes a pixel, the colours not multiplied by alpha.
  var straightBytes: [UInt8] {
    var result = bytes
    for start in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = Int(bytes[start + 3])
      guard alpha > 0, alpha < 255 else { continue }
      for channel in start..<start + 3 {
        result[channel] = UInt8(clamping: (Int(bytes[channel]) * 255 + alpha / 2) / alpha)
      }
    }
    return result
  }
}
