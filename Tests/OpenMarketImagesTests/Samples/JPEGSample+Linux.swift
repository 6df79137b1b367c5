#if os(Linux)
  import CImageSamples
  import Foundation

  @testable import OpenMarketImages

  extension JPEGSample {
    static func make(
      _ picture: Picture, colors: Colors = .yCbCr, quality: Int = 85, isProgressive: Bool = false,
      isArithmetic: Bool = false, fullChroma: Bool = false, lumaSampling: (across: Int, down: Int) = (0, 0),
      restartRows: Int = 0
    ) -> Data {
      let options = sample_jpeg_options(
        colors: stored(colors), quality: Int32(quality), is_progressive: isProgressive ? 1 : 0,
        is_arithmetic: isArithmetic ? 1 : 0, full_chroma: fullChroma ? 1 : 0,
        luma_across: Int32(lumaSampling.across), luma_down: Int32(lumaSampling.down),
        restart_rows: Int32(restartRows))
      return make(
        pixels(of: picture, colors), PixelSize(width: picture.width, height: picture.height), options)
    }

    /// A file of `height` rows in which a picture of 16 comes again and again, without the pixels of all of it in memory.
    static func repeatingRows(of picture: Picture, to height: Int) -> Data {
      let bytes = [UInt8](claiming(width: picture.width, height: height, make(picture, restartRows: 1)))
      let scan = start(of: [0xDA], in: bytes)
      let rows = scan + 2 + Int(bytes[scan + 2]) << 8 + Int(bytes[scan + 3])
      var file = Data(bytes[..<rows])
      for index in 0..<height / 16 {
        file += bytes[rows..<bytes.count - 2] + [0xFF, 0xD0 + UInt8(index % 8)]
      }
      // The end, instead of the last mark between rows.
      return file.dropLast() + [0xD9]
    }

    /// A plane of one colour of CMYK, as Adobe's programs write it: 255 is no ink.
    static func make(light: [UInt8], colors: Colors) -> Data {
      var options = sample_jpeg_options()
      (options.colors, options.quality) = (stored(colors), 95)
      return make(
        Array(repeatElement(light, count: 256).joined()), PixelSize(width: 16, height: 16), options)
    }

    private static func make(_ pixels: [UInt8], _ size: PixelSize, _ options: sample_jpeg_options) -> Data {
      var out: UnsafeMutablePointer<UInt8>?
      let count = unsafe sample_jpeg(pixels, Int32(size.width), Int32(size.height), options, &out)
      defer { unsafe sample_free(out) }
      guard let bytes = unsafe out else { return Data() }
      return unsafe Data(bytes: bytes, count: count)
    }

    private static func stored(_ colors: Colors) -> sample_colors {
      switch colors {
      case .grey: SAMPLE_GREY
      case .rgb: SAMPLE_RGB
      case .yCbCr: SAMPLE_YCC
      case .cmyk: SAMPLE_CMYK
      case .ycck: SAMPLE_YCCK
      }
    }

    private static func pixels(of picture: Picture, _ colors: Colors) -> [UInt8] {
      switch colors {
      case .grey: picture.grey
      case .rgb, .yCbCr: picture.rgb
      // As Adobe's programs write it: 255 is no ink. Black is used as far as it goes.
      case .cmyk, .ycck:
        picture.pixels.flatMap { pixel -> [UInt8] in
          let light = max(pixel.x, pixel.y, pixel.z, 1)
          func ink(_ value: UInt8) -> UInt8 { UInt8((Int(value) * 255 + Int(light) / 2) / Int(light)) }
          return [ink(pixel.x), ink(pixel.y), ink(pixel.z), light]
        }
      }
    }
  }
#endif
