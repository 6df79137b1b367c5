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

  @Test(
    "Colours of another profile are known by it, however long it is, and those of sRGB by its name",
    arguments: [
      ("Display P3", true), ("sRGB IEC61966-2.1", false), ("\0s\0R\0G\0B", false), (nil, false),
    ] as [(String?, Bool)])
  func profiles(name: String?, isOther: Bool) throws {
    let photo = JPEGSample.make(Picture.photo(width: 40, height: 30))
    var file = try #require(JPEGMetadata.removed(from: photo, keepsProfile: false))
    if let name {
      let pieces = [Data(count: 60_000), Data(name.utf8) + Data(count: 100)]
      for (index, piece) in pieces.enumerated().reversed() {
        let payload = Data("ICC_PROFILE\0".utf8) + [UInt8(index + 1), 2] + piece
        file = JPEGSample.inserting(0xE2, payload, into: file)
      }
    }
    #expect(JPEGMetadata.hasOtherColors(file) == isOther)
    #expect(JPEGMetadata.removed(from: file)?.count == file.count)
    #expect(!JPEGMetadata.hasOtherColors(try #require(JPEGMetadata.removed(from: file, keepsProfile: false))))
    let prepared = try UploadPreparation().prepared(file)
    #expect(JPEGMetadata.hasOtherColors(prepared.jpeg) == (isOther && !SystemImageDecoder.honorsProfiles))
  }

  @Test("The result is below the budget, with the best quality that is", arguments: [16_000, 6_000, 2_500])
  func budget(bytes: Int) throws {
    var preparation = UploadPreparation()
    preparation.byteBudget = bytes
    let prepared = try preparation.prepared(PNGSample(Picture.photo(width: 160, height: 120)).data())
    #expect(prepared.jpeg.count < bytes)
    let quality = try #require(prepared.quality)
    #expect((preparation.leastQuality...preparation.bestQuality).contains(quality))
    guard quality < preparation.bestQuality else { return }
    let image = try decoder.decode(
      PNGSample(Picture.photo(width: 160, height: 120)).data(), target: .original)
    if prepared.size == image.size {
      #expect(try image.encoded(as: .jpeg(quality: quality + 1)).count >= bytes)
    } else {
      #expect(try image.encoded(as: .jpeg(quality: preparation.leastQuality)).count >= bytes)
    }
  }

  @Test("A large photo is made smaller, a small one never larger")
  func sides() throws {
    var preparation = UploadPreparation()
    preparation.maximumSide = 200
    let large = JPEGSample.make(Picture.photo(width: 500, height: 300))
    #expect(try preparation.prepared(large).size == PixelSize(width: 200, height: 120))
    let small = PNGSample(Picture.photo(width: 50, height: 30)).data()
    #expect(try preparation.prepared(small).size == PixelSize(width: 50, height: 30))
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
}
