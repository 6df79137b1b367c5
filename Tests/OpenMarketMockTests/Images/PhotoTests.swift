import Foundation
import Testing

@testable import OpenMarketMock

@Suite("Generated photos")
struct PhotoTests {
  @Test("a seed always paints the same picture, another seed another one")
  func deterministic() throws {
    let first = try SamplePhoto.jpeg(width: 64, height: 48, seed: 1)
    #expect(try SamplePhoto.jpeg(width: 64, height: 48, seed: 1) == first)
    #expect(try SamplePhoto.jpeg(width: 64, height: 48, seed: 2) != first)
  }

  @Test("quality buys bytes")
  func quality() throws {
    let sizes = try [10, 50, 80, 95].map {
      try SamplePhoto.jpeg(width: 96, height: 72, seed: 1, quality: $0).count
    }
    #expect(sizes == sizes.sorted() && Set(sizes).count == sizes.count)
  }

  @Test(
    "sizes and qualities out of range are refused",
    arguments: [(0, 1, 80), (1, 0, 80), (-1, 5, 80), (16_385, 1, 80), (1, .max, 80), (1, 1, 0), (1, 1, 101)])
  func invalid(width: Int, height: Int, quality: Int) {
    #expect(throws: SamplePhoto.InvalidArgument.self) {
      try SamplePhoto.jpeg(width: width, height: height, seed: 1, quality: quality)
    }
  }

  @Test("a thumbnail shows the same scene")
  func thumbnails() {
    let photo = GeneratedPhoto(seed: 4, format: .jpeg, width: 320, height: 240)
    let small = photo.thumbnail
    #expect(small.width == 160 && small.height == 120)
    let large = brightness(PhotoScene.render(seed: 4, width: 320, height: 240))
    let little = brightness(PhotoScene.render(seed: 4, width: 160, height: 120))
    let other = brightness(PhotoScene.render(seed: 5, width: 160, height: 120))
    func distance(_ lhs: [Int], _ rhs: [Int]) -> Int { zip(lhs, rhs).reduce(0) { $0 + abs($1.0 - $1.1) } }
    #expect(distance(large, little) * 3 < distance(large, other))
  }

  /// The mean of the green bytes in each of 8×8 fields.
  private func brightness(_ pixels: PixelBuffer) -> [Int] {
    (0..<64).map { field in
      let columns = field % 8 * pixels.width / 8..<(field % 8 + 1) * pixels.width / 8
      let rows = field / 8 * pixels.height / 8..<(field / 8 + 1) * pixels.height / 8
      let sum = rows.reduce(0) { sum, y in
        columns.reduce(sum) { $0 + Int(pixels.rgb[(y * pixels.width + $1) * 3 + 1]) }
      }
      return sum / (columns.count * rows.count)
    }
  }

  @Test("rendered files are kept, the last used ones, within the given bytes")
  func cache() {
    let photos = (0..<6).map { GeneratedPhoto(seed: $0, format: .jpeg, width: 32, height: 32) }
    let sizes = photos.map { $0.rendered().count }
    let cache = RenderedPhotos(capacity: sizes[0] + sizes[1] + sizes[2] / 2)
    #expect(cache.bytes(of: photos[0]) == photos[0].rendered())
    _ = cache.bytes(of: photos[1])
    #expect(cache.keptBytes == sizes[0] + sizes[1])
    _ = cache.bytes(of: photos[0])
    _ = cache.bytes(of: photos[2])  // pushes out the one not used for longest: 1
    #expect(cache.keptBytes <= sizes[0] + sizes[1] + sizes[2] / 2)
    #expect(cache.isKept(photos[0]))
    #expect(!cache.isKept(photos[1]))
    #expect(RenderedPhotos(capacity: 10).bytes(of: photos[0]) == photos[0].rendered())
  }
}
