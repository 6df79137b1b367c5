import Foundation

@testable import OpenMarketMock

/// A picture with its file in one of the formats.
struct SampleFile: Sendable, CustomStringConvertible {
  enum Encoding: String, Sendable, CaseIterable {
    case jpeg420, png, webp
  }

  var name: String
  var pixels: PixelBuffer
  var encoding: Encoding

  var description: String { "\(name).\(encoding)" }

  var file: [UInt8] {
    switch encoding {
    case .jpeg420: JPEGEncoder.encode(pixels, quality: 85)
    case .png: PNGEncoder.encode(pixels)
    case .webp: WebPEncoder.encode(pixels)
    }
  }

  /// Sizes around the coding units of all formats, and contents from flat to random.
  static let all: [SampleFile] = {
    var pictures: [(String, PixelBuffer)] = [
      ("scene", PhotoScene.render(seed: 5, width: 200, height: 150)),
      ("clean", PhotoScene.render(seed: 5, width: 150, height: 200, isClean: true)),
      ("flat", PixelBuffer(width: 200, height: 90, rgb: Array(repeating: 77, count: 200 * 90 * 3))),
      ("noise", noise(width: 50, height: 41)),
      ("checks", checks(width: 64, height: 48)),
    ]
    for (width, height) in [(1, 1), (2, 3), (8, 8), (17, 1), (1, 33), (31, 33)] {
      pictures.append(("small", PhotoScene.render(seed: 9, width: width, height: height)))
    }
    return pictures.flatMap { name, pixels in
      Encoding.allCases.map {
        SampleFile(name: "\(name)-\(pixels.width)x\(pixels.height)", pixels: pixels, encoding: $0)
      }
    }
  }()

  private static func noise(width: Int, height: Int) -> PixelBuffer {
    var random = SplitMix64(seed: 1)
    let bytes = (0..<width * height * 3).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    return PixelBuffer(width: width, height: height, rgb: bytes)
  }

  private static func checks(width: Int, height: Int) -> PixelBuffer {
    let bytes = (0..<width * height).flatMap { index -> [UInt8] in
      let isLight = (index % width / 8 + index / width / 8).isMultiple(of: 2)
      return Array(repeating: isLight ? 255 : 0, count: 3)
    }
    return PixelBuffer(width: width, height: height, rgb: bytes)
  }
}
