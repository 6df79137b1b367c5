import Foundation

/// Short files that announce pictures of extreme sizes.
enum ExtremeSample {
  /// A PNG file of zeros; its bytes inflate to about `inflated`, or to all of the pixels.
  static func png(
    width: Int, height: Int, depth: Int = 8, color: PNGSample.ColorType = .grey, isInterlaced: Bool = false,
    inflated: Int? = nil
  ) -> Data {
    let header = PNGSample.header(width: width, height: height, depth: depth, color: color)
    let all = height * (1 + (width * depth * color.samples + 7) / 8)
    return PNGSample.file(
      [("IHDR", header.dropLast() + [isInterlaced ? 1 : 0])]
        + (color == .palette ? [("PLTE", [1, 2, 3])] : []) + [
          ("IDAT", Deflate.bomb(0, count: (inflated ?? all) + 258)), ("IEND", []),
        ])
  }

  /// A GIF file with one frame, of which a few pixels come.
  static func gif(
    screen: (width: Int, height: Int), frame: (width: Int, height: Int), isInterlaced: Bool = false
  ) -> Data {
    func little16(_ values: Int...) -> Data { Data(values.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) }
    // One part a line: as one sum it is too much for the type checker of a busy machine.
    var file = Data("GIF89a".utf8) + little16(screen.width, screen.height)
    file += [0x80, 0, 0, 0, 0, 0, 0, 0, 0] as [UInt8]
    file += [0x2C] as [UInt8]
    file += little16(0, 0, frame.width, frame.height)
    file += [isInterlaced ? 0x40 : 0, 2] as [UInt8]
    file += GIFSample.subBlocks([0x84, 0x8F, 0xA9, 0x05])
    file.append(0x3B)
    return file
  }

  /// A WebP file with a few bytes of a lossy picture.
  static func webP(width: Int, height: Int) -> Data {
    file(WebPSample.chunk("VP8 ", bitstream(width, height)))
  }

  /// A WebP animation with one frame on a canvas.
  static func webP(
    canvas: (width: Int, height: Int), frame: (width: Int, height: Int)
  ) -> Data {
    func side(_ value: Int) -> Data { Data([0, 8, 16].map { UInt8((value - 1) >> $0 & 255) }) }
    let place = Data(count: 6) + side(frame.width) + side(frame.height) + Data(count: 4)
    return file(
      WebPSample.chunk("VP8X", Data([2, 0, 0, 0]) + side(canvas.width) + side(canvas.height))
        + WebPSample.chunk("ANIM", Data(count: 6))
        + WebPSample.chunk(
          "ANMF", place + WebPSample.chunk("VP8 ", bitstream(frame.width, frame.height))))
  }

  private static func file(_ chunks: Data) -> Data {
    let count = chunks.count + 4
    let size = Data([0, 8, 16, 24].map { UInt8(count >> $0 & 255) })
    return Data("RIFF".utf8) + size + Data("WEBP".utf8) + chunks
  }

  private static func bitstream(_ width: Int, _ height: Int) -> Data {
    let size = [width & 255, width >> 8, height & 255, height >> 8].map { UInt8($0) }
    return Data([0x10, 0x02, 0x00, 0x9D, 0x01, 0x2A] + size) + Data(count: 30)
  }
}
