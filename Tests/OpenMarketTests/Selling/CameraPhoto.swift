import Foundation
import OpenMarket
import OpenMarketHTTP
import OpenMarketTestSupport
import Synchronization

/// A photo as a camera leaves it: it says where it was taken, and which side is up.
enum CameraPhoto {
  /// What of the photo's metadata nobody else may see.
  static let traces = ["Exif", "37.5665N 126.9780E", "Seoul"]

  /// A JPEG file of 8×4 pixels on its side.
  static func jpeg(orientation: UInt8, width: Int = 8, height: Int = 4) throws -> Data {
    let image = try DecodedImage(
      size: PixelSize(width: width, height: height), format: .rgb888,
      bytes: (0..<width * height).flatMap {
        [UInt8(truncatingIfNeeded: $0 * 7), 99, UInt8(truncatingIfNeeded: $0)]
      })
    let file = try image.encoded(as: .jpeg(quality: 90))
    return file.prefix(2) + segment(0xE1, exif(orientation)) + segment(0xFE, Data("Seoul".utf8))
      + file.dropFirst(2)
  }

  /// A PNG file of 2×2 pixels with a text chunk.
  static func png() throws -> Data {
    let image = try DecodedImage(
      size: PixelSize(width: 2, height: 2), format: .rgb888, bytes: [UInt8](repeating: 120, count: 12))
    let file = try image.encoded(as: .png)
    // Chunks that decoders skip: after IHDR, which ends at byte 33; their checksums are not looked at.
    return file.prefix(33) + chunk("tEXt", Data("Location\0Seoul".utf8)) + chunk("eXIf", exif(1).dropFirst(6))
      + file.dropFirst(33)
  }

  /// A JPEG file of more than 300,000 bytes: noise, which does not become small.
  static func noise() throws -> Data {
    var random = SeededGenerator(seed: 7)
    let side = 700
    let image = try DecodedImage(
      size: PixelSize(width: side, height: side), format: .rgb888,
      bytes: (0..<side * side * 3).map { _ in UInt8.random(in: 0...255, using: &random) })
    return try image.encoded(as: .jpeg(quality: 95))
  }

  /// Two directories: the orientation with a pointer to the second, which says where.
  private static func exif(_ orientation: UInt8) -> Data {
    let place = Data("37.5665N 126.9780E".utf8)
    var tiff = Data([0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 2])
    tiff += [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
    tiff += [0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38, 0, 0, 0, 0]
    tiff += [0, 1, 0, 2, 0, 2, 0, 0, 0, UInt8(place.count), 0, 0, 0, 56, 0, 0, 0, 0]
    return Data("Exif\0\0".utf8) + tiff + place
  }

  private static func segment(_ marker: UInt8, _ payload: Data) -> Data {
    Data([0xFF, marker, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 255)]) + payload
  }

  private static func chunk(_ type: String, _ payload: Data) -> Data {
    var crc = ~UInt32(0)
    for byte in Data(type.utf8) + payload {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    func word(_ value: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
    return word(UInt32(payload.count)) + Data(type.utf8) + payload + word(~crc)
  }
}

/// Reads along what goes to the server.
final class Wiretap: HTTPTransport {
  private let base: any HTTPTransport
  private let bodies = Mutex<[Data]>([])

  init(_ base: any HTTPTransport) { self.base = base }

  /// All bodies that were sent so far.
  var sent: [Data] { bodies.withLock { $0 } }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    var request = request
    if case .stream(_, let chunks) = request.body {
      var body = Data()
      for try await chunk in chunks() { body += chunk }
      request.body = .data(body)
      bodies.withLock { $0.append(body) }
    }
    return try await base.send(request)
  }
}
