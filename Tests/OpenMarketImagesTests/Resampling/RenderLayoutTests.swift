import Testing

@testable import OpenMarketImages

@Suite("Targets")
struct RenderLayoutTests {
  struct Row: Sendable {
    var source, box: PixelSize
    var mode: ImageTarget.Mode?
    var output: PixelSize
  }

  static func row(_ w: Int, _ h: Int, _ mode: ImageTarget.Mode?, _ bw: Int, _ bh: Int, _ ow: Int, _ oh: Int)
    -> Row
  {
    Row(
      source: PixelSize(width: w, height: h), box: PixelSize(width: bw, height: bh), mode: mode,
      output: PixelSize(width: ow, height: oh))
  }

  @Test("What is read smaller has the size that the whole would have, also where its own is rounded")
  func readSmaller() {
    let layout = RenderLayout(
      target: .pixels(100), stored: PixelSize(width: 58, height: 403), orientation: .up)
    let region = layout.region(
      in: PixelSize(width: 29, height: 200), of: PixelSize(width: 58, height: 403))
    #expect(layout.storedOutput == PixelSize(width: 14, height: 100))
    #expect(region == RenderLayout.Region(x: 0, y: 0, width: 29, height: 200))
  }

  @Test(
    "A picture meets its box, is never enlarged, and no side vanishes",
    arguments: [
      row(4032, 3024, .fit, 300, 300, 300, 225), row(3024, 4032, .fit, 300, 300, 225, 300),
      row(4032, 3024, .fill, 300, 300, 400, 300), row(4032, 3024, .crop, 300, 300, 300, 300),
      row(4032, 3024, nil, 1, 1, 4032, 3024), row(100, 50, .fit, 300, 300, 100, 50),
      row(100, 50, .fill, 300, 300, 100, 50), row(100, 50, .crop, 300, 300, 50, 50),
      row(100, 50, .crop, 80, 20, 80, 20), row(100, 50, .crop, 200, 50, 100, 25),
      row(1000, 1, .fit, 10, 10, 10, 1), row(1, 1000, .crop, 300, 100, 1, 1),
      row(65_500, 1, .fit, 1, 1, 1, 1), row(3, 2, .fit, 2, 2, 2, 1),
    ])
  func sizes(_ row: Row) {
    let target = row.mode.map { ImageTarget(.box(row.box, $0)) } ?? .original
    let layout = RenderLayout(target: target, stored: row.source, orientation: .up)
    #expect(layout.storedOutput == row.output)
    // Turned by a quarter, all is exchanged.
    let turned = RenderLayout(target: target, stored: row.source.transposed, orientation: .right)
    #expect(turned.storedOutput == row.output.transposed)
    #expect(turned.region.width == layout.region.height && turned.region.x == layout.region.y)
    #expect(layout.region.x >= 0 && layout.region.y >= 0)
  }

  @Test("A crop shows the middle")
  func crop() {
    let layout = RenderLayout(
      target: .pixels(100, mode: .crop), stored: PixelSize(width: 400, height: 200), orientation: .up)
    #expect(layout.region == RenderLayout.Region(x: 100, y: 0, width: 200, height: 200))
  }

  @Test(
    "Points become pixels, and parts of a pixel count as one",
    arguments: [
      (100.0, 3.0, 300), (33.3, 3, 100), (100.0 / 3, 3, 100), (0.1, 1, 1), (0, 2, 0), (-5, 2, 0),
      (.nan, 2, 0), (.infinity, 2, 0), (10, .nan, 0), (10, -1, 0), (1e300, 1e300, 0),
    ])
  func points(points: Double, scale: Double, pixels: Int) {
    #expect(ImageTarget.points(points, scale: scale).box == PixelSize(width: pixels, height: pixels))
  }

  @Test(
    "Sizes that are none are refused",
    arguments: [(0, 10), (10, 0), (-1, 10), (70_000, 10), (Int.max, Int.min)])
  func refused(width: Int, height: Int) {
    let file = JPEGSample.make(Picture.photo(width: 16, height: 16))
    let target = ImageTarget.pixels(width, by: height)
    #expect(code { try SystemImageDecoder().decode(file, target: target) } == .invalidInput)
    #expect(
      code { try SystemImageDecoder().decode(file, targets: [], options: DecodingOptions()) } == .invalidInput
    )
  }

  @Test(
    "JPEG is decoded at the smallest size that leaves enough for the filter",
    arguments: [
      (13.44, ImageTarget.Quality.good, false, JPEGScale.quarter), (13.44, .fast, false, .eighth),
      (24, .good, false, .eighth), (12, .good, false, .quarter), (8, .fast, false, .quarter),
      (6, .good, false, .half), (5.9, .good, false, .full), (3, .fast, false, .half),
      (1, .good, false, .full),
      (6.72, .fast, true, .half), (4, .good, true, .half), (8, .good, true, .quarter),
    ])
  func scales(reduction: Double, quality: ImageTarget.Quality, isProgressive: Bool, expected: JPEGScale) {
    #expect(JPEGScale(reduction: reduction, quality: quality, isProgressive: isProgressive) == expected)
  }
}
