#if canImport(ImageIO)
  import CoreGraphics
  import Foundation
  import ImageIO

  extension JPEGSample {
    /// ImageIO chooses by the quality how colours are stored, so that a request for all of them raises it.
    static func make(
      _ picture: Picture, colors: Colors = .yCbCr, quality: Int = 85, isProgressive: Bool = false,
      fullChroma: Bool = false
    ) -> Data {
      let isGrey = colors == .grey
      let channels = isGrey ? 1 : 3
      let file = NSMutableData()
      guard let provider = CGDataProvider(data: Data(isGrey ? picture.grey : picture.rgb) as CFData),
        let space = CGColorSpace(name: isGrey ? CGColorSpace.genericGrayGamma2_2 : CGColorSpace.sRGB),
        let image = unsafe CGImage(
          width: picture.width, height: picture.height, bitsPerComponent: 8, bitsPerPixel: 8 * channels,
          bytesPerRow: channels * picture.width, space: space,
          bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue), provider: provider, decode: nil,
          shouldInterpolate: false, intent: .defaultIntent),
        let destination = CGImageDestinationCreateWithData(file, "public.jpeg" as CFString, 1, nil)
      else { return Data() }
      let settings: [CFString: Any] = [
        kCGImageDestinationLossyCompressionQuality: Double(fullChroma ? max(quality, 95) : quality) / 100,
        kCGImagePropertyJFIFDictionary: [kCGImagePropertyJFIFIsProgressive: isProgressive],
      ]
      CGImageDestinationAddImage(destination, image, settings as CFDictionary)
      return CGImageDestinationFinalize(destination) ? file as Data : Data()
    }
  }
#endif
