import Foundation
import OpenMarketTestSupport
import Testing

@testable import OpenMarketImages

@Suite("GIF")
struct GIFDecodingTests {
  let decoder = SystemImageDecoder()
  static let photo = GIFSample.reduced(Picture.photo(width: 301, height: 227))

  @Test("A file is decoded to the exact pixels", arguments: [false, true], [1, 7, 227])
  func exact(isInterlaced: Bool, height: Int) throws {
    // Long enough for the table of codes to be full several times.
    let picture = Picture(width: 301, height: height) { x, y in Self.photo[x, y] }
    let image = try decoder.decode(
      GIFSample(picture, isInterlaced: isInterlaced).data(), target: .original)
    #expect(Picture(image) == picture)
    #expect(image.format == .rgb888 && !image.isPartial && !image.isAnimated)
  }

  @Test("Every number of colours has its length of codes", arguments: [2, 3, 4, 5, 16, 17, 64, 128, 256])
  func colors(count: Int) throws {
    let colors = (0..<count).map { GIFSample.opaque($0, 255 - $0, 7 * $0 & 255) }
    var sample = GIFSample(Picture(width: 97, height: 31) { x, y in colors[(x * x + 3 * y) % count] })
    sample.colors = colors
    sample.version = "GIF87a"
    for hasOwnColors in [false, true] {
      sample.frames[0].hasOwnColors = hasOwnColors
      let image = try decoder.decode(sample.data(), target: .original)
      #expect(Picture(image) == sample.frames[0].picture)
    }
  }

  #if os(Linux)
    @Test("Codes may be longer than any colour needs", arguments: 9...11)
    func longCodes(bits: Int) throws {
      var sample = GIFSample(Self.photo)
      sample.codeBits = bits
      #expect(Picture(try decoder.decode(sample.data(), target: .original)) == Self.photo)
    }

    @Test("Without a table of colours all are black, but for the transparent one, as in browsers")
    func noColors() throws {
      let picture = Picture(width: 8, height: 8) { x, _ in x < 4 ? GIFSample.opaque(255, 0, 51) : .zero }
      var sample = GIFSample(picture)
      sample.hasColors = false
      let wanted = Picture(width: 8, height: 8) { x, _ in x < 4 ? [0, 0, 0, 255] : .zero }
      #expect(Picture(try decoder.decode(sample.data(), target: .original)) == wanted)
    }
  #endif

  @Test("What is transparent has no colour, and the filter does not mix one in")
  func transparent() throws {
    let picture = Picture(width: 64, height: 48) { x, _ in x < 32 ? .zero : [255, 0, 0, 255] }
    let file = GIFSample(picture).data()
    #expect(try decoder.inspect(file).hasAlpha)
    #expect(Picture(try decoder.decode(file, target: .original)) == picture)
    let small = Picture(try decoder.decode(file, target: .pixels(16)))
    #expect(small.psnr(picture.lanczos(width: 16, height: 12)) > 50)
  }

  @Test("Of an animation the first frame is displayed, on its place of the canvas")
  func animated() throws {
    let part = Picture(width: 40, height: 30) { x, y in Self.photo[x, y] }
    var sample = GIFSample(part)
    sample.canvas = (100, 50)
    sample.frames = [.init(picture: part, x: 20, y: 10), .init(picture: part), .init(picture: part)]
    let info = try decoder.inspect(sample.data())
    #expect(info.isAnimated && info.hasAlpha && info.size == PixelSize(width: 100, height: 50))
    let image = try decoder.decode(sample.data(), target: .original)
    let wanted = Picture(width: 100, height: 50) { x, y in
      (20..<60).contains(x) && (10..<40).contains(y) ? part[x - 20, y - 10] : .zero
    }
    #expect(image.isAnimated && Picture(image) == wanted)
  }

  @Test("A frame that is larger than the canvas makes it larger, as in browsers")
  func largerFrame() throws {
    var sample = GIFSample(Self.photo)
    sample.canvas = (0, 0)
    #expect(Picture(try decoder.decode(sample.data(), target: .original)) == Self.photo)
  }

  @Test("An animation that is cut off within its first frame is one all the same")
  func cutAnimation() throws {
    var sample = GIFSample(Self.photo)
    sample.repeats = true
    let whole = sample.data()
    #expect(try !decoder.inspect(whole).isAnimated)
    let image = try decoder.decode(whole.prefix(whole.count / 2), target: .original)
    #expect(image.isAnimated && image.isPartial)
    let rows = Picture(width: 301, height: 60) { x, y in Self.photo[x, y] }
    let displayed = Picture(image)
    #expect(Picture(width: 301, height: 60) { x, y in displayed[x, y] } == rows)
  }

  @Test("Of an interlaced file that breaks off, all is displayed, coarsely")
  func coarse() throws {
    let file = GIFSample(Self.photo, isInterlaced: true).data()
    let image = try decoder.decode(file.prefix(file.count / 2), target: .pixels(60))
    #expect(image.isPartial)
    #expect(Picture(image).psnr(Self.photo.lanczos(width: image.width, height: image.height)) > 22)
  }

  #if os(Linux)
    @Test("Decoding ends between rows when nobody wants it any more", arguments: [false, true])
    func cancelled(isInterlaced: Bool) {
      let file = GIFSample(Self.photo, isInterlaced: isInterlaced).data()
      let asked = Counter()
      let options = DecodingOptions { asked.increment() > 3 }
      #expect(code { try decoder.decode(file, target: .original, options: options) } == .cancelled)
      #expect(asked.count == 4)
    }

    @Test("Whether it is still wanted is asked also while an interlaced picture has no rows to show yet")
    func askedBeforeRows() throws {
      let counts = try [false, true].map { isInterlaced in
        let asked = Counter()
        let options = DecodingOptions {
          asked.increment()
          return false
        }
        let file = GIFSample(Self.photo, isInterlaced: isInterlaced).data()
        _ = try decoder.decode(file, target: .original, options: options)
        return asked.count
      }
      #expect(counts[1] > counts[0] + 10)
    }

    @Test("Decoding ends within a row of which nothing comes")
    func cancelledWithinRow() {
      // Nothing but the code that clears the table.
      var codes = GIFSample.BitWriter()
      for _ in 0..<200_000 { codes.put(4, 3) }
      let colors: [SIMD4<UInt8>] = [[0, 0, 0, 255], [9, 9, 9, 255]]
      var sample = GIFSample(Picture(width: 8, height: 8) { _, _ in colors[0] })
      sample.colors = colors
      let file = sample.data()
      let header = try? GIFHeader(file.span, maximumFrames: 1)
      let flood = file.prefix(header?.firstFrame.data ?? 0) + GIFSample.subBlocks(codes.finished)
      let asked = Counter()
      let options = DecodingOptions { asked.increment() > 2 }
      #expect(code { try decoder.decode(flood, target: .original, options: options) } == .cancelled)
      #expect(code { try decoder.decode(flood, target: .original) } == .truncated)
    }

    @Test("An interlaced picture counts against the limit of memory before it is decoded")
    func memory() {
      let photo = Picture(width: 100, height: 3_000) { x, y in GIFSample.cube[(x ^ y) % 216] }
      var options = DecodingOptions()
      options.codecMemory = photo.width * photo.height
      for isInterlaced in [false, true] {
        let file = GIFSample(photo, isInterlaced: isInterlaced).data()
        let failure = code { try decoder.decode(file, target: .pixels(50), options: options) }
        #expect(failure == (isInterlaced ? .tooLarge : nil))
      }
    }
  #endif
}
