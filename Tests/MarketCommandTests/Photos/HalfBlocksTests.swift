import OpenMarketImages
import Testing

@testable import market

struct HalfBlocksTests {
  private let red: (UInt8, UInt8, UInt8) = (255, 0, 0)
  private let blue: (UInt8, UInt8, UInt8) = (0, 0, 255)

  @Test("two rows of pixels are a line; a colour is told when it changes")
  func full() throws {
    let image = try DecodedImage(rows: [[red, red, blue], [blue, blue, blue]])
    #expect(
      HalfBlocks(colours: .full).lines(image) == [
        "\u{1B}[38;2;255;0;0;48;2;0;0;255m▀▀\u{1B}[38;2;0;0;255m▀\u{1B}[0m"
      ])
  }

  @Test("the lower half of a last odd row is the terminal's own")
  func odd() throws {
    let image = try DecodedImage(rows: [[red], [red], [blue]])
    #expect(HalfBlocks(colours: .full).lines(image)[1] == "\u{1B}[38;2;0;0;255;49m▀\u{1B}[0m")
  }

  @Test(
    "of 256 colours the nearest is taken, among the cube and the greys",
    arguments: [
      ((0, 0, 0), 16), ((255, 255, 255), 231), ((255, 0, 0), 196), ((95, 135, 175), 67), ((8, 8, 8), 232),
      ((128, 128, 128), 244), ((238, 238, 238), 255), ((250, 250, 250), 231), ((47, 47, 48), 236),
    ] as [((Int, Int, Int), Int)])
  func nearest(colour: (Int, Int, Int), index: Int) {
    #expect(RGB(colour.0, colour.1, colour.2).nearestIndex == index)
  }

  @Test("the nearest of 256 colours is the nearest of all of them")
  func nearestOfAll() {
    let levels = [0, 95, 135, 175, 215, 255]
    var palette = levels.flatMap { red in
      levels.flatMap { green in levels.map { RGB(red, green, $0) } }
    }
    palette += (0..<24).map { RGB(8 + 10 * $0, 8 + 10 * $0, 8 + 10 * $0) }
    for value in stride(from: 0, to: 1 << 24, by: 9973) {
      let colour = RGB(value >> 16, value >> 8 & 255, value & 255)
      let least = palette.map { $0.distance(to: colour) }.min()
      #expect(palette[colour.nearestIndex - 16].distance(to: colour) == least, "\(colour)")
    }
  }
}
