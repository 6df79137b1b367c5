#if canImport(CoreGraphics)
  public import CoreGraphics
  import Foundation

  extension DecodedImage {
    /// The image for Core Graphics, and so for `UIImage`, `NSImage` and the `Image` of SwiftUI: upright, in sRGB.
    ///
    /// Each use copies the pixels, four bytes each, as the screen takes them: with three, the main thread would convert
    /// them when they are displayed first. Make it where the image was loaded, off the main thread, and keep it with
    /// the view. It is `nil` when there is no memory for it.
    public var cgImage: CGImage? {
      let hasAlpha = format == .rgba8888Premultiplied
      let alpha = hasAlpha ? CGImageAlphaInfo.premultipliedLast : .noneSkipLast
      guard let provider = CGDataProvider(data: Data(bytesOfFour) as CFData),
        let colors = CGColorSpace(name: CGColorSpace.sRGB)
      else { return nil }
      return unsafe CGImage(
        width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * width,
        space: colors, bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue), provider: provider,
        decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    }
  }
#endif

extension DecodedImage {
  /// Four bytes a pixel: premultiplied colours, then alpha, which is 255 where the image has none.
  var bytesOfFour: [UInt8] {
    guard format == .rgb888 else { return bytes }
    return unsafe [UInt8](unsafeUninitializedCapacity: size.pixelCount * 4) { pixels, count in
      for start in stride(from: 0, to: bytes.count, by: 3) {
        for channel in 0..<3 { unsafe pixels[count + channel] = bytes[start + channel] }
        unsafe pixels[count + 3] = 255
        count += 4
      }
    }
  }
}
