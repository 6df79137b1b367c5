import Foundation
import Testing

@testable import OpenMarketImages

#if canImport(CoreGraphics)
  import CoreGraphics
#endif

@Suite("Images for the screen")
struct ScreenImageTests {
  @Test("Four bytes a pixel keep the colours, and alpha or 255", arguments: [false, true])
  func bytesOfFour(isTransparent: Bool) throws {
    let photo = Picture.photo(width: 17, height: 5, isTransparent: isTransparent)
    let image = try SystemImageDecoder().decode(PNGSample(photo).data(), target: .original)
    #expect(image.bytesOfFour == Picture(image).rgba)
  }

  #if canImport(CoreGraphics)
    @Test("Core Graphics gets the same pixels, in sRGB", arguments: [false, true])
    func cgImage(isTransparent: Bool) throws {
      let photo = Picture.photo(width: 17, height: 5, isTransparent: isTransparent)
      let image = try SystemImageDecoder().decode(PNGSample(photo).data(), target: .original)
      let picture = try #require(image.cgImage)
      #expect(picture.width == 17 && picture.height == 5 && picture.bitsPerPixel == 32)
      #expect(picture.colorSpace?.name == CGColorSpace.sRGB)
    }
  #endif
}
