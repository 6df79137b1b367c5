#if os(Linux)
  import Foundation
  import Testing

  @testable import OpenMarketImages

  /// Profiles that are not what they should be: the picture is decoded as if it had none.
  @Suite("Malformed profiles")
  struct MalformedProfileTests {
    let decoder = SystemImageDecoder()

    struct Row: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var file: Data

      init(_ name: String, _ file: Data) { (testDescription, self.file) = (name, file) }
    }

    static let photo = Picture.photo(width: 24, height: 16)
    static let jpeg = JPEGSample.make(photo)
    static let p3 = ICCSample.displayP3

    /// Display P3 with other bytes at an offset.
    static func changed(at offset: Int, to bytes: [UInt8]) -> [UInt8] {
      var profile = p3
      profile.replaceSubrange(offset..<offset + bytes.count, with: bytes)
      return profile
    }

    /// A profile that announces a table of more points than there are.
    static func announcing(grid: UInt8, inputs: UInt8 = 3) -> [UInt8] {
      var profile = ICCSample.table("RGB ", inputs: 3, grid: 2) { _ in [128, 128, 128] }
      let table = 128 + 4 + 12 * 2
      (profile[table + 8], profile[table + 10]) = (inputs, grid)
      return profile
    }

    static let profiles: [(String, [UInt8])] = [
      ("empty", []), ("one byte", [1]), ("header alone", Array(p3.prefix(128))),
      ("cut within its directory", Array(p3.prefix(150))),
      ("cut within its elements", Array(p3.dropLast(40))),
      ("longer than it is", changed(at: 0, to: [0, 1, 0, 0])),
      ("shorter than a header", changed(at: 0, to: [0, 0, 0, 100])),
      ("of length 4,294,967,295", changed(at: 0, to: [255, 255, 255, 255])),
      ("without its signature", changed(at: 36, to: [0, 0, 0, 0])),
      ("a device link", changed(at: 12, to: Array("link".utf8))),
      ("a list of named colours", changed(at: 12, to: Array("nmcl".utf8))),
      ("of another connection", changed(at: 20, to: Array("RGB ".utf8))),
      ("for ink", changed(at: 16, to: Array("CMYK".utf8))),
      ("for grey", changed(at: 16, to: Array("GRAY".utf8))),
      ("for eight colours", changed(at: 16, to: Array("8CLR".utf8))),
      ("with 4,294,967,295 elements", changed(at: 128, to: [255, 255, 255, 255])),
      ("with elements beyond its end", changed(at: 136, to: [255, 255, 255, 0])),
      ("with endless elements", changed(at: 140, to: [255, 255, 255, 255])),
      ("without curves", ICCSample.profile("RGB ", [("rXYZ", ICCSample.xyz([1, 1, 1]))])),
      (
        "with a curve of 4,294,967,295 points",
        ICCSample.rgb(ICCSample.p3Primaries, curve: Array("curv".utf8) + [0, 0, 0, 0, 255, 255, 255, 255])
      ),
      (
        "with a curve of no kind",
        ICCSample.rgb(ICCSample.p3Primaries, curve: Array("nope".utf8) + [0, 0, 0, 0])
      ),
      ("with a table of 255³ points", announcing(grid: 255)),
      ("with a table of 200³ points", announcing(grid: 200)),
      ("with a table of 255¹⁵ points", announcing(grid: 255, inputs: 15)),
      ("with a table of 33⁴ points", announcing(grid: 33, inputs: 4)),
      ("with a table of one point", announcing(grid: 1)),
    ]

    static let files: [Row] = {
      let webP = WebPSample.make(photo)
      let size = PixelSize(width: photo.width, height: photo.height)
      let first = p3.prefix(200), second = p3.dropFirst(200)
      let third = JPEGSample.tagged(jpeg, second, number: 2, of: 2)
      return profiles.flatMap { name, profile in
        [
          Row("JPEG, \(name)", JPEGSample.tagged(jpeg, profile[...], number: 1, of: 1)),
          Row("PNG, \(name)", PNGSample(photo).tagged(profile).data()),
        ] + (WebPSample.canBeMade ? [Row("WebP, \(name)", WebPSample.tagged(webP, profile, size: size))] : [])
      } + [
        Row("JPEG, a piece is missing", third),
        Row("JPEG, a piece came twice", JPEGSample.tagged(third, second, number: 2, of: 2)),
        Row("JPEG, pieces disagree about their number", JPEGSample.tagged(third, first, number: 1, of: 3)),
        Row("JPEG, a piece without a number", JPEGSample.tagged(third, first, number: 0, of: 2)),
        Row("JPEG, one of no pieces", JPEGSample.tagged(jpeg, first, number: 1, of: 0)),
        Row("JPEG, a piece beyond the last", JPEGSample.tagged(third, first, number: 3, of: 2)),
        Row(
          "JPEG, a piece too short for its number",
          JPEGSample.inserting(0xE2, Data("ICC_PROFILE\0".utf8), into: jpeg)),
        Row("PNG, not compressed", PNGSample(photo).tagged(deflated: p3).data()),
        Row("PNG, cut off", PNGSample(photo).tagged(deflated: Deflate.stored(p3).dropLast(9)).data()),
        Row(
          "PNG, of a wrong checksum",
          PNGSample(photo).tagged(deflated: Deflate.stored(p3).dropLast() + [0]).data()),
        Row("PNG, more than its length", PNGSample(photo).tagged(deflated: Deflate.stored(p3 + [0])).data()),
        Row(
          "PNG, 80 MB of zeros", PNGSample(photo).tagged(deflated: Deflate.bomb(0, count: 80_000_000)).data()),
      ]
    }()

    @Test("The picture is decoded as if it had none", arguments: files)
    func ignored(_ row: Row) throws {
      let isJPEG = ImageFormat.sniff(row.file) == .jpeg
      let wanted = isJPEG ? Picture(try decoder.decode(Self.jpeg, target: .original)) : Self.photo
      #expect(Picture(try decoder.decode(row.file, target: .original)) == wanted)
    }

    @Test("A program of 100,000 steps is not run: the primaries count")
    func program() throws {
      // multiProcessElementsType, in which all steps are one and the same matrix.
      let count = 100_000
      let at = 16 + 8 * count
      let matrix = Array("matf".utf8) + [0, 0, 0, 0, 0, 3, 0, 3] + [UInt8](repeating: 0, count: 48)
      var element = Array("mpet".utf8) + [0, 0, 0, 0, 0, 3, 0, 3] + ICCSample.big32(count)
      element += (0..<count).flatMap { _ in ICCSample.big32(at) + ICCSample.big32(matrix.count) } + matrix
      let profile = ICCSample.rgb(ICCSample.p3Primaries, elements: [("D2B0", element)])
      let image = try decoder.decode(JPEGSample.tagged(Self.jpeg, profile), target: .original)
      #expect(try decoder.decode(JPEGSample.tagged(Self.jpeg, Self.p3), target: .original) == image)
    }

    @Test("Where tables would not fit the memory allowed, there are none, or slower ones")
    func memory() throws {
      let profile = ICCSample.table("RGB ", inputs: 3, grid: 33) { _ in [128, 128, 128] }
      let file = JPEGSample.tagged(Self.jpeg, profile)
      var options = DecodingOptions()
      for memory in stride(from: 0, to: 1_200_000, by: 50_000) {
        options.codecMemory = memory
        do {
          _ = try decoder.decode(file, target: .pixels(8), options: options)
        } catch {
          #expect(error.code == .tooLarge)
        }
      }
      options.codecMemory = 2_000_000
      let image = Picture(try decoder.decode(file, target: .pixels(8), options: options))
      #expect(Set(image.pixels).count == 1)
    }
  }
#endif
