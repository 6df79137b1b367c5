import Foundation
import Testing

@testable import OpenMarketMock

@Suite("Image encoders")
struct EncoderTests {
  /// The digests are those of files that `scripts/check-images` has decoded with libjpeg-turbo, libpng and
  /// libwebp and found right; run it again before changing one.
  @Test(
    "files are the bytes that real decoders have read",
    arguments: [
      (.jpeg420, 0x52F1_0594_E653_61C2), (.png, 0x9373_1F17_CA67_A8A2), (.webp, 0xEDE4_3696_8D26_2F66),
    ]
      as [(SampleFile.Encoding, UInt64)])
  func golden(encoding: SampleFile.Encoding, verified: UInt64) {
    var digest = Digest()
    for sample in SampleFile.all where sample.encoding == encoding { digest.add(sample.file) }
    #expect(digest.value == verified, "0x\(String(digest.value, radix: 16))")
  }

  /// The files of this test are what `scripts/check-images` decodes; it names the folder.
  @Test("sample files and their pixels can be written for other decoders")
  func writeSamples() throws {
    let environment = ProcessInfo.processInfo.environment["OPENMARKET_IMAGE_SAMPLES"]
    let folder =
      environment.map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("image-samples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { if environment == nil { try? FileManager.default.removeItem(at: folder) } }
    for sample in SampleFile.all {
      let raw = folder.appendingPathComponent("\(sample.name).rgb")
      try Data(sample.pixels.rgb).write(to: raw)
      try Data(sample.file).write(to: folder.appendingPathComponent(sample.description))
    }
    let written = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(written.count >= SampleFile.all.count)
  }

  @Test("a JPEG is made of the segments it should be, in order")
  func jpegStructure() throws {
    let file = JPEGEncoder.encode(PhotoScene.render(seed: 1, width: 33, height: 18))
    #expect(file.starts(with: [0xFF, 0xD8]))
    #expect(file.suffix(2) == [0xFF, 0xD9])
    var markers: [UInt8] = []
    var index = 2
    while markers.last != 0xDA {
      #expect(file[index] == 0xFF)
      markers.append(file[index + 1])
      if file[index + 1] == 0xC0 {
        #expect(file[index + 5..<index + 9] == [0, 18, 0, 33])
        #expect(file[index + 11] == 0x22)
      }
      index += 2 + Int(file[index + 2]) << 8 + Int(file[index + 3])
    }
    #expect(markers == [0xE0, 0xDB, 0xC0, 0xC4, 0xDA])
    let scan = file[index..<file.count - 2]
    #expect(zip(scan, scan.dropFirst()).allSatisfy { $0 != 0xFF || $1 == 0 }, "a marker inside the scan")
  }

  @Test("a PNG is made of three chunks with right checksums")
  func pngStructure() {
    let file = PNGEncoder.encode(PhotoScene.render(seed: 1, width: 33, height: 18))
    #expect(file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    var types: [String] = []
    var index = 8
    while index < file.count {
      let length = number(file[index..<index + 4])
      let body = Array(file[index + 4..<index + 8 + length])
      types.append(String(decoding: body.prefix(4), as: UTF8.self))
      #expect(number(file[(index + 8 + length)..<(index + 12 + length)]) == Int(PNGEncoder.crc32(body)))
      index += 12 + length
    }
    #expect(types == ["IHDR", "IDAT", "IEND"])
    #expect(Array(file[16..<24]) == [0, 0, 0, 33, 0, 0, 0, 18])
  }

  @Test("a WebP's container announces its own length, and its header the size")
  func webpStructure() {
    for width in 1...8 {
      let file = WebPEncoder.encode(PhotoScene.render(seed: 1, width: width, height: 18))
      #expect(String(decoding: file[0..<4] + file[8..<16], as: UTF8.self) == "RIFFWEBPVP8L")
      #expect(number(file[4..<8].reversed()) == file.count - 8)
      #expect(file.count.isMultiple(of: 2))
      let header = number(file[21..<25].reversed())
      #expect(header & 0x3FFF == width - 1 && header >> 14 & 0x3FFF == 17 && header >> 28 == 0)
    }
  }

  private func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  @Test("checksums give the published values")
  func checksums() {
    #expect(PNGEncoder.crc32(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(Deflate.adler32(Array("Wikipedia".utf8)) == 0x11E6_0398)
  }

  @Test("prefix codes are complete and obey their limit", arguments: [7, 15])
  func prefixCodes(limit: Int) {
    // Fibonacci numbers make the deepest tree there is.
    var frequencies = [1, 1]
    while frequencies.count < 30 { frequencies.append(frequencies.suffix(2).reduce(0, +)) }
    for used in 2...30 {
      let code = PrefixCode(frequencies: Array(frequencies.prefix(used)) + [0], maximumLength: limit)
      #expect(code.lengths.last == 0)
      #expect(code.lengths.allSatisfy { $0 <= limit })
      let kraft = code.lengths.filter { $0 > 0 }.reduce(0) { $0 + 1 << (15 - Int($1)) }
      #expect(kraft == 1 << 15, "\(used) symbols")
    }
  }
}
