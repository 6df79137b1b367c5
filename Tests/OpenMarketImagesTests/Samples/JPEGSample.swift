import Foundation

@testable import OpenMarketImages

/// JPEG files of all kinds, written by the system's encoder: libjpeg-turbo, or ImageIO, which has fewer kinds.
enum JPEGSample {
  /// How colours are stored.
  enum Colors: Sendable {
    case grey, rgb, yCbCr, cmyk, ycck
  }

  /// A file with a segment put right after the start.
  static func inserting(_ marker: UInt8, _ payload: Data, into file: Data) -> Data {
    let length = payload.count + 2
    return file.prefix(2) + Data([0xFF, marker, UInt8(length >> 8), UInt8(length & 255)]) + payload
      + file.dropFirst(2)
  }

  /// EXIF data with one entry, the orientation, and anything else after it.
  static func exif(orientation: Int, isBigEndian: Bool, tail: Data = Data()) -> Data {
    func word(_ value: Int) -> [UInt8] {
      let bytes = [UInt8(value >> 8 & 255), UInt8(value & 255)]
      return isBigEndian ? bytes : bytes.reversed()
    }
    func long(_ value: Int) -> [UInt8] {
      isBigEndian ? word(value >> 16) + word(value & 0xFFFF) : word(value & 0xFFFF) + word(value >> 16)
    }
    let header = Array((isBigEndian ? "Exif\0\0MM\0*" : "Exif\0\0II*\0").utf8) + long(8)
    let entry = word(0x0112) + word(3) + long(1) + word(orientation) + word(0)
    return Data(header + word(1) + entry + long(0)) + tail
  }

  /// A file whose frame header says another size.
  static func claiming(width: Int, height: Int, _ file: Data) -> Data {
    var bytes = [UInt8](file)
    let at = frameHeader(bytes)
    bytes.replaceSubrange(
      at + 5..<at + 9, with: [height >> 8, height, width >> 8, width].map { UInt8($0 & 255) })
    return Data(bytes)
  }

  /// A progressive file whose first scan comes `count` times, as good as empty.
  static func repeatingScans(_ count: Int, width: Int, height: Int, _ file: Data) -> Data {
    let bytes = [UInt8](claiming(width: width, height: height, file))
    let scan = start(of: [0xDA], in: bytes)
    let header = bytes[
      scan..<scan + 2 + Int(bytes[scan + 2]) << 8 + Int(bytes[scan + 3])]
    return Data(bytes[..<scan]) + Data(repeatElement(header + [0, 0, 0, 0], count: count).joined())
      + Data([0xFF, 0xD9])
  }

  static func frameHeader(_ bytes: [UInt8]) -> Int { start(of: [0xC0, 0xC1, 0xC2, 0xC9, 0xCA], in: bytes) }

  /// Where the first segment with one of the markers begins.
  static func start(of markers: Set<UInt8>, in bytes: [UInt8]) -> Int {
    segments(bytes).first { markers.contains($0.marker) }?.start ?? 0
  }

  static func segments(_ bytes: [UInt8]) -> [(marker: UInt8, start: Int)] {
    var result: [(UInt8, Int)] = []
    var at = 2
    while at + 4 <= bytes.count, bytes[at] == 0xFF {
      let marker = bytes[at + 1]
      result.append((marker, at))
      if marker == 0xD9 { break }
      at += 2 + Int(bytes[at + 2]) << 8 + Int(bytes[at + 3])
      if marker == 0xDA {
        while at + 1 < bytes.count, bytes[at] != 0xFF || bytes[at + 1] == 0 || 0xD0...0xD7 ~= bytes[at + 1] {
          at += 1
        }
      }
    }
    return result
  }
}
