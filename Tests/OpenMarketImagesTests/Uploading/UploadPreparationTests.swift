import Foundation
import Testing

@testable import OpenMarketImages

@Suite("Photos for upload")
struct UploadPreparationTests {
  let decoder = SystemImageDecoder()

  /// A photo as a phone makes it: turned, with a place, a preview, XMP, a comment and a film after its end.
  static func phonePhoto(_ picture: Picture, orientation: ImageOrientation) -> Data {
    var file = JPEGSample.make(picture.stored(as: orientation), quality: 93)
    let place = Data("GPSLatitude 37.5665 GPSLongitude 126.9780 Seoul".utf8)
    let exif = JPEGSample.exif(orientation: orientation.rawValue, isBigEndian: true, tail: place)
    file = JPEGSample.inserting(0xFE, Data("comment of Seoul".utf8), into: file)
    file = JPEGSample.inserting(0xE1, Data("http://ns.adobe.com/xap/1.0/\0<x>Seoul</x>".utf8), into: file)
    file = JPEGSample.inserting(0xE0, Data("JFXX\0\u{13}Seoul preview".utf8), into: file)
    file = JPEGSample.inserting(0xE2, Data("MPF\0Seoul".utf8), into: file)
    return JPEGSample.inserting(0xE1, exif, into: file) + Data("film from Seoul".utf8)
  }

  @Test(
    "Nothing of the metadata survives, whether the pixels are kept or not",
    arguments: ImageOrientation.allCases, [300_000, 2_000])
  func metadata(orientation: ImageOrientation, budget: Int) throws {
    let upright = Picture.photo(width: 80, height: 60)
    let photo = Self.phonePhoto(upright, orientation: orientation)
    #expect(photo.range(of: Data("Seoul".utf8)) != nil)
    var preparation = UploadPreparation()
    preparation.byteBudget = budget
    let prepared = try preparation.prepared(photo)
    #expect(prepared.jpeg.range(of: Data("Seoul".utf8)) == nil)
    #expect(prepared.jpeg.range(of: Data("Exif".utf8)) == nil)
    let markers = JPEGSample.segments([UInt8](prepared.jpeg)).map(\.marker)
    #expect(markers.allSatisfy { $0 == 0xE0 || !(0xE1...0xEF ~= $0 || $0 == 0xFE) })
    #expect(prepared.jpeg.suffix(2) == Data([0xFF, 0xD9]))
    // And it stands upright.
    let image = try decoder.decode(prepared.jpeg, target: .original)
    #expect(image.size == prepared.size && !image.isPartial)
    #expect(Picture(image).psnr(upright.lanczos(width: image.width, height: image.height)) > 24)
  }

  @Test("A JPEG file that fits keeps its pixels bit by bit")
  func keeps() throws {
    let photo = Self.phonePhoto(Picture.photo(width: 80, height: 60), orientation: .up)
    let prepared = try UploadPreparation().prepared(photo)
    #expect(prepared.quality == nil && prepared.jpeg.count < photo.count)
    #expect(
      try decoder.decode(prepared.jpeg, target: .original).bytes
        == decoder.decode(photo, target: .original).bytes)
  }

  #if os(Linux)
    @Test(
      "JFIF and Adobe's segment lose what follows their beginnings, on which the colours depend",
      arguments: [JPEGSample.Colors.yCbCr, .rgb])
    func longSegments(colors: JPEGSample.Colors) throws {
      let plain = [UInt8](JPEGSample.make(Picture.colors, colors: colors, quality: 95))
      let marker: UInt8 = colors == .rgb ? 0xEE : 0xE0
      let start = try #require(JPEGSample.segments(plain).first { $0.marker == marker }).start
      let length = 2 + Int(plain[start + 3])
      // A preview of 1 × 2 pixels; what Photoshop adds when it saves for the web.
      let tail = colors == .rgb ? Array("d\0\0Seoul".utf8) : Array("\u{1}\u{2}Seoul!".utf8)
      let kept = plain[start + 4..<start + (colors == .rgb ? length : length - 2)]
      let rest = Data(plain[..<start] + plain[(start + length)...])
      let photo = JPEGSample.inserting(marker, Data(kept + tail), into: rest)
      let prepared = try UploadPreparation().prepared(photo)
      #expect(prepared.quality == nil && prepared.jpeg == JPEGMetadata.removed(from: Data(plain)))
      #expect(prepared.jpeg.range(of: Data("Seoul".utf8)) == nil)
      #expect(
        try decoder.decode(prepared.jpeg, target: .original) == decoder.decode(photo, target: .original))
    }

    @Test("A file of arithmetic coding, which browsers do not read, becomes one that they do")
    func arithmetic() throws {
      let photo = JPEGSample.make(Picture.photo(width: 80, height: 60), isArithmetic: true)
      let prepared = try UploadPreparation().prepared(photo)
      let markers = JPEGSample.segments([UInt8](prepared.jpeg)).map(\.marker)
      #expect(prepared.quality != nil && markers.contains(0xC0))
    }
  #endif

  @Test(
    "Of segments that decoders pass over, none survives",
    arguments: [0xDC, 0xE7, 0xF0, 0xFD, 0xFE] as [UInt8])
  func otherSegments(marker: UInt8) throws {
    let photo = JPEGSample.make(Picture.photo(width: 80, height: 60))
    let marked = JPEGSample.inserting(marker, Data("Seoul".utf8), into: photo)
    #expect(try UploadPreparation().prepared(marked).jpeg == JPEGMetadata.removed(from: photo))
  }

  #if os(Linux)
    @Test("A photo whose scan does not say that it has all coefficients, as panoramas of phones, is whole")
    func scanWithoutNumbers() throws {
      var photo = JPEGSample.make(Picture.photo(width: 80, height: 60))
      let scan = JPEGSample.start(of: [0xDA], in: [UInt8](photo))
      let numbers = scan + 5 + 2 * Int(photo[scan + 4])
      let whole = try decoder.decode(photo, target: .original)
      photo.replaceSubrange(numbers..<numbers + 3, with: [0, 0, 0])
      #expect(try decoder.decode(photo, target: .original) == whole && !whole.isPartial)
      #expect(try UploadPreparation().prepared(photo).quality == nil)
    }
  #endif

  @Test("A photo with bytes between its segments is whole")
  func padded() throws {
    let photo = JPEGSample.make(Picture.photo(width: 80, height: 60))
    let table = JPEGSample.start(of: [0xDB], in: [UInt8](photo))
    let padded = photo.prefix(table) + Data(count: 5) + photo.dropFirst(table)
    let prepared = try UploadPreparation().prepared(padded)
    #expect(prepared.jpeg == JPEGMetadata.removed(from: photo))
  }

  @Test("A photo in Display P3 becomes sRGB, also one that fits")
  func displayP3() throws {
    let plain = JPEGSample.make(Picture.colors, quality: 95, fullChroma: true)
    let photo = JPEGSample.tagged(plain, ICCSample.displayP3, pieceLength: 100)
    let prepared = try UploadPreparation().prepared(photo)
    #expect(prepared.quality == UploadPreparation.bestQuality)
    #expect(prepared.jpeg.range(of: Data("ICC_PROFILE".utf8)) == nil)
    let wanted = Picture(try decoder.decode(plain, target: .original)).fromDisplayP3
    let image = Picture(try decoder.decode(prepared.jpeg, target: .original))
    #expect(image.psnr(wanted) > 30)
    #expect(
      image.difference(wanted).mean
        < Picture(try decoder.decode(plain, target: .original)).difference(wanted).mean)
  }

  @Test(
    "A photo in sRGB, or with a profile that cannot be read, keeps its pixels and loses the profile",
    arguments: [ICCSample.sRGB, Array(ICCSample.displayP3.dropLast(60)), ICCSample.grey(ICCSample.gamma(1))])
  func profileRemoved(profile: [UInt8]) throws {
    let plain = JPEGSample.make(Picture.photo(width: 40, height: 30))
    let prepared = try UploadPreparation().prepared(JPEGSample.tagged(plain, profile))
    #expect(prepared.quality == nil)
    #expect(prepared.jpeg == JPEGMetadata.removed(from: plain))
  }

  @Test("The result is below the budget, with the best quality that is", arguments: [16_000, 6_000, 2_500])
  func budget(bytes: Int) throws {
    var preparation = UploadPreparation()
    preparation.byteBudget = bytes
    let prepared = try preparation.prepared(PNGSample(Picture.photo(width: 160, height: 120)).data())
    #expect(prepared.jpeg.count < bytes)
    let quality = try #require(prepared.quality)
    #expect((UploadPreparation.leastQuality...UploadPreparation.bestQuality).contains(quality))
    guard quality < UploadPreparation.bestQuality else { return }
    let image = try decoder.decode(
      PNGSample(Picture.photo(width: 160, height: 120)).data(), target: .original)
    if prepared.size == image.size {
      #expect(try image.encoded(as: .jpeg(quality: quality + 1)).count >= bytes)
    } else {
      #expect(try image.encoded(as: .jpeg(quality: UploadPreparation.leastQuality)).count >= bytes)
    }
  }

  @Test("A photo is made smaller in one step, however many sizes are tried")
  func reducedOnce() throws {
    // Of thin lines bytes become fewer slower than pixels do, so that the first size is too large.
    let lines = Picture(width: 320, height: 240) { x, y in
      x % 24 == 0 || y % 32 == 0 ? [0, 0, 0, 255] : [255, 255, 255, 255]
    }
    var preparation = UploadPreparation()
    preparation.byteBudget = 4_500
    let file = PNGSample(lines).data()
    let prepared = try preparation.prepared(file)
    let once = try decoder.decode(file, target: .original).resized(to: .pixels(prepared.size.width))
    #expect(try prepared.jpeg == once.encoded(as: .jpeg(quality: try #require(prepared.quality))))
  }

  @Test("A large photo is made smaller, a small one never larger")
  func sides() throws {
    let large = JPEGSample.make(Picture.photo(width: 2_560, height: 100))
    #expect(try UploadPreparation().prepared(large).size == PixelSize(width: 2_048, height: 80))
    let small = PNGSample(Picture.photo(width: 50, height: 30)).data()
    #expect(try UploadPreparation().prepared(small).size == PixelSize(width: 50, height: 30))
  }

  @Test("Transparent parts become white")
  func transparent() throws {
    let clear = Picture(width: 16, height: 16) { x, _ in SIMD4(200, 0, 0, x < 8 ? 255 : 0) }
    let prepared = try UploadPreparation().prepared(PNGSample(clear).data())
    let image = Picture(try decoder.decode(prepared.jpeg, target: .original))
    #expect(image[15, 8].min() > 245 && image[0, 8].y < 15)
  }

  @Test("Of an animated GIF the first frame is sent, as JPEG")
  func animated() throws {
    let first = GIFSample.reduced(Picture.photo(width: 80, height: 60))
    var sample = GIFSample(first)
    sample.frames.append(.init(picture: GIFSample.reduced(Picture.photo(width: 80, height: 60, seed: 9))))
    let prepared = try UploadPreparation().prepared(sample.data())
    let image = try decoder.decode(prepared.jpeg, target: .original)
    #expect(Picture(image).psnr(first) > 28 && !image.isAnimated)
  }

  @Test("A photo that is cut off, and a budget that nothing meets, are refused")
  func refused() {
    let photo = JPEGSample.make(Picture.photo(width: 80, height: 60))
    #expect(code { try UploadPreparation().prepared(photo.prefix(photo.count / 2)) } == .truncated)
    var preparation = UploadPreparation()
    preparation.byteBudget = 100
    #expect(code { try preparation.prepared(photo) } == .invalidInput)
    preparation.byteBudget = 0
    #expect(code { try preparation.prepared(photo) } == .invalidInput)
  }

  #if os(Linux)
    @Test(
      "A photo is prepared as large as cameras make it, though lists display none so large",
      arguments: [(16_384, 3_856), (16_320, 12_240)])
    func cameras(width: Int, height: Int) throws {
      let photo = JPEGSample.repeatingRows(
        of: Picture(width: width, height: 16) { _, _ in [90, 120, 150, 255] }, to: height)
      #expect(code { try decoder.decode(photo, target: .pixels(100)) } == .tooLarge)
      let prepared = try UploadPreparation().prepared(photo)
      #expect(max(prepared.size.width, prepared.size.height) == 2_048)
      let image = try decoder.decode(prepared.jpeg, target: .original, options: .strict)
      #expect(Picture(image).pixels.allSatisfy { abs(Int($0.x) - 90) < 4 && abs(Int($0.z) - 150) < 4 })
    }
  #endif
}
