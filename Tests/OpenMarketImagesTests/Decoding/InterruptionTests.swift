import Foundation
import OpenMarketTestSupport
import Testing

@testable import OpenMarketImages

/// Long work is interrupted where it is: in a row, in a table, after the last row.
@Suite("Interruption within rows")
struct InterruptionTests {
  /// Options without limits that matter, which count how often they are asked and cancel at the last time.
  private func options(_ asked: Counter, cancelAt last: Int = .max) -> DecodingOptions {
    var options = DecodingOptions { asked.increment() >= last }
    (options.side, options.codecMemory) = (.max, .max / 2)
    options.duration = .seconds(3_600)
    return options
  }

  /// Runs `work` to its end, and then cancels it on the way: it is asked no more after that.
  ///
  /// - Returns: How often it was asked in all.
  private func interrupt(_ work: (DecodingOptions) throws -> some Any) throws -> Int {
    let asked = Counter()
    _ = try work(options(asked))
    for last in [1, asked.count / 3, asked.count / 2] {
      let count = Counter()
      #expect(code { try work(options(count, cancelAt: last)) } == .cancelled)
      #expect(count.count == last)
    }
    return asked.count
  }

  #if os(Linux)
    @Test(
      "A single row is worked on in pieces, and the more of them the longer it is",
      arguments: [(PNGSample.ColorType.grey, 8), (.palette, 8), (.rgba, 16)],
      [ImageTarget.original, .pixels(20)])
    func oneRow(kind: (color: PNGSample.ColorType, depth: Int), target: ImageTarget) throws {
      let counts = try [100_000, 400_000].map { width in
        let file = ExtremeSample.png(width: width, height: 1, depth: kind.depth, color: kind.color)
        return try interrupt { try SystemImageDecoder().decode(file, target: target, options: $0) }
      }
      // Now and then in 100,000 pixels, which is a millisecond or a few.
      #expect(counts[0] >= 4 && counts[1] >= 3 * counts[0], "\(counts)")
    }
  #endif

  #if os(Linux)
    @Test("A single column is worked on in pieces too", arguments: [ImageTarget.original, .pixels(20)])
    func oneColumn(target: ImageTarget) throws {
      let file = ExtremeSample.png(width: 1, height: 200_000, color: .rgb)
      let count = try interrupt { try SystemImageDecoder().decode(file, target: target, options: $0) }
      #expect(count >= 200_000 / 16)
    }
  #endif

  @Test("An image at hand is made smaller in pieces, with the options of an upload")
  func resizing() throws {
    let size = PixelSize(width: 500_000, height: 1)
    let image = try DecodedImage(
      size: size, format: .rgb888, bytes: [UInt8](repeating: 7, count: 3 * size.width))
    #expect(try interrupt { try image.resized(to: .pixels(100), $0) } >= 10)
    var limited = DecodingOptions()
    limited.codecMemory = 1_000_000
    #expect(code { try image.resized(to: .pixels(100), limited) } == .tooLarge)
  }

  #if os(Linux)
    @Test("What follows the last row of a PNG file is not inflated to its end unasked")
    func excess() throws {
      let file = ExtremeSample.png(width: 1, height: 1, inflated: 100_000_000)
      let count = try interrupt { try SystemImageDecoder().decode(file, target: .original, options: $0) }
      #expect(count >= file.count / 8192)
    }
  #endif
}
