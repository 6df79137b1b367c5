import Foundation
import OpenMarketTestSupport
import Testing

@testable import OpenMarketImages

/// Files that end early are found by their structure alone, as ImageIO need not report them.
@Suite("The ends of files")
struct FileEndTests {
  enum Kind: CaseIterable {
    case jpeg, progressive, png, interlaced, gif

    var file: Data {
      let photo = Picture.photo(width: 96, height: 64)
      switch self {
      case .jpeg: return JPEGSample.make(photo)
      case .progressive: return JPEGSample.make(photo, isProgressive: true)
      case .png: return PNGSample(photo).data()
      case .interlaced:
        var sample = PNGSample(photo)
        sample.isInterlaced = true
        return sample.data()
      case .gif: return GIFSample(GIFSample.reduced(photo)).data()
      }
    }

    /// The bytes at the end of a file without which nothing is missing: the last one of a GIF file follows its picture.
    var excess: Int { self == .gif ? 1 : 0 }
  }

  private let junk = Data(repeating: 0xA5, count: 40)

  /// `nil` when there is no whole header.
  private func endsEarly(_ file: Data) -> Bool? {
    guard let header = try? ImageHeader(file.span, options: DecodingOptions()) else { return nil }
    return header.endsEarly(in: file.span)
  }

  @Test(
    "A file is whole, also with something after its end; no part of it is", arguments: Kind.allCases)
  func parts(kind: Kind) {
    let file = kind.file
    #expect(endsEarly(file) == false)
    #expect(endsEarly(file + junk) == false)
    let parts = (1..<file.count - kind.excess).map { endsEarly(file.prefix($0)) }
    #expect(parts.allSatisfy { $0 != false } && parts.last == true)
  }

  @Test("The picture of a WebP file counts, not what follows it", .enabled(if: WebPSample.canBeMade))
  func webP() {
    let photo = Picture.photo(width: 96, height: 64)
    let still = WebPSample.make(photo)
    #expect(endsEarly(still) == false && endsEarly(still + junk) == false)
    #expect(endsEarly(still.prefix(still.count / 2)) == true)
    let animation = WebPSample.animation(of: photo, count: 2, canvas: (96, 64))
    #expect(endsEarly(animation) == false)
    #expect(endsEarly(animation.prefix(animation.count * 3 / 4)) == false)
    #expect(endsEarly(animation.prefix(animation.count / 4)) == true)
  }

  @Test("The scans of a JPEG file are counted, those after its end are not")
  func scans() {
    func hasMore(than limit: Int, _ file: Data) -> Bool {
      JPEGSegment.hasMoreScans(than: limit, in: file.span)
    }
    let file = Kind.jpeg.file
    #expect(hasMore(than: 0, file) && !hasMore(than: 1, file) && !hasMore(than: 1, file + file))
    #expect(hasMore(than: 1, Kind.progressive.file) && !hasMore(than: 100, Kind.progressive.file))
  }

  @Test("The boxes of a HEIC file say how long it is; what follows them is none")
  func heic() {
    func endsEarly(_ file: Data) -> Bool { ImageHeader.endsEarly(heif: file.span) }
    let file = PhoneHEIC.file
    #expect(!endsEarly(file) && !endsEarly(file + junk))
    for count in [100, 1_000, 1_300, file.count - 1] {
      #expect(endsEarly(file.prefix(count)), "\(count) bytes")
    }
  }

  #if os(Linux)
    @Test("The codecs say the same", arguments: Kind.allCases)
    func codecs(kind: Kind) throws {
      let file = kind.file
      for count in Array(stride(from: 1, to: file.count, by: 53)) + (file.count - 20...file.count) {
        let part = file.prefix(count)
        guard let image = try? SystemImageDecoder().decode(part, target: .original) else { continue }
        if image.isPartial { #expect(endsEarly(part) == true, "\(count) bytes") }
        // The others can have all pixels before their end.
        if kind == .jpeg { #expect(endsEarly(part) == image.isPartial, "\(count) bytes") }
      }
    }
  #endif
}
