#if canImport(ImageIO)
  import CoreGraphics
  import Foundation
  import ImageIO

  extension DecodedImage {
    func encodedJPEG(quality: Int) throws(ImageError) -> Data {
      let file = try encode(
        "public.jpeg", [kCGImageDestinationLossyCompressionQuality: Double(quality) / 100])
      // ImageIO adds EXIF data and the profile of sRGB by itself.
      return JPEGMetadata.removed(from: file) ?? file
    }

    /// A PNG file.
    func encodedPNG() throws(ImageError) -> Data { try encode("public.png", [:]) }

    private func encode(_ type: String, _ settings: [CFString: Any]) throws(ImageError) -> Data {
      // A search for the best quality encodes several times in a row.
      let result = autoreleasepool { Result { () throws(ImageError) in try file(type, settings) } }
      return try result.get()
    }

    private func file(_ type: String, _ settings: [CFString: Any]) throws(ImageError) -> Data {
      let isJPEG = type == "public.jpeg"
      let pixels = isJPEG ? opaqueBytes : bytes
      let channels = pixels.count / size.pixelCount
      let alpha = channels == 4 ? CGImageAlphaInfo.premultipliedLast : CGImageAlphaInfo.none
      let file = NSMutableData()
      guard let provider = CGDataProvider(data: Data(pixels) as CFData),
        let colors = CGColorSpace(name: CGColorSpace.sRGB),
        let picture = unsafe CGImage(
          width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 8 * channels,
          bytesPerRow: width * channels, space: colors, bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue),
          provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent),
        let destination = CGImageDestinationCreateWithData(file, type as CFString, 1, nil)
      else { throw ImageError(.failed, "\(size) pixels cannot be written as \(type)") }
      CGImageDestinationAddImage(destination, picture, settings as CFDictionary)
      guard CGImageDestinationFinalize(destination) else {
        throw ImageError(.failed, "ImageIO cannot write \(size) pixels as \(type)")
      }
      return file as Data
    }
  }
#endif
