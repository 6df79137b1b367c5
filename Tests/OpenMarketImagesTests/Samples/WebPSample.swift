import Foundation

@testable import OpenMarketImages

#if os(Linux)
  import CImageSamples
#endif

/// WebP files; the animated ones are put together by hand.
enum WebPSample {
  /// Whether files with pixels can be made: ImageIO reads WebP, and does not write it.
  static var canBeMade: Bool {
    #if os(Linux)
      SystemImageDecoder.supports(.webP)
    #else
      false
    #endif
  }

  /// Lossless when `quality` is 0.
  static func make(_ picture: Picture, quality: Float = 0) -> Data {
    #if os(Linux)
      var out: UnsafeMutablePointer<UInt8>?
      let count = unsafe sample_webp(picture.rgba, Int32(picture.width), Int32(picture.height), quality, &out)
      defer { unsafe sample_free(out) }
      guard let bytes = unsafe out else { return Data() }
      return unsafe Data(bytes: bytes, count: count)
    #else
      return Data()
    #endif
  }

  /// An animation that shows `frame` `count` times at a place of a canvas.
  static func animation(
    of frame: Picture, count: Int, canvas: (width: Int, height: Int), x: Int = 0, y: Int = 0,
    quality: Float = 0
  ) -> Data {
    let bitstream = make(frame, quality: quality).dropFirst(12)
    let header = [0x12, 0, 0, 0] + little24(canvas.width - 1) + little24(canvas.height - 1)
    var place = little24(x / 2) + little24(y / 2)
    place += little24(frame.width - 1) + little24(frame.height - 1) + little24(80) + [0]
    let animation: [UInt8] = [0, 0, 0, 0, 0, 0]
    var body = Data("WEBP".utf8) + chunk("VP8X", Data(header)) + chunk("ANIM", Data(animation))
    for _ in 0..<count { body += chunk("ANMF", Data(place) + bitstream) }
    return Data("RIFF".utf8) + Data(little32(body.count)) + body
  }

  static func chunk(_ name: String, _ payload: Data) -> Data {
    Data(name.utf8) + Data(little32(payload.count)) + payload + Data(count: payload.count % 2)
  }

  private static func little24(_ value: Int) -> [UInt8] { [0, 8, 16].map { UInt8(value >> $0 & 255) } }
  private static func little32(_ value: Int) -> [UInt8] { little24(value) + [UInt8(value >> 24 & 255)] }
}
