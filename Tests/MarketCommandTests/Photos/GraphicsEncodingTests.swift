import Foundation
import OpenMarketImages
import Testing

@testable import market

struct GraphicsEncodingTests {
  private let red: (UInt8, UInt8, UInt8) = (255, 0, 0)
  private let blue: (UInt8, UInt8, UInt8) = (0, 0, 255)

  @Test("a short PNG is one piece for kitty, a long one is cut after 4096 characters")
  func kitty() throws {
    #expect(
      KittyGraphics.pieces(png: Data("abc".utf8), columns: 7) == [
        "\u{1B}_Ga=T,f=100,q=2,c=7,m=0;YWJj\u{1B}\\"
      ])
    let bytes = Data((0..<7000).map { UInt8(truncatingIfNeeded: $0) })
    let pieces = KittyGraphics.pieces(png: bytes, columns: 7)
    let bodies = pieces.map { $0.dropFirst(3).dropLast(2).split(separator: ";") }
    #expect(bodies.map { $0[0] } == ["a=T,f=100,q=2,c=7,m=1", "m=1", "m=0"])
    #expect(bodies.dropLast().allSatisfy { $0[1].count == 4096 })
    #expect(Data(base64Encoded: bodies.map { String($0[1]) }.joined()) == bytes)
  }

  @Test("sixels: a palette in percent, a band for six rows, a line for each colour, runs counted")
  func sixel() throws {
    let rows =
      Array(repeating: Array(repeating: red, count: 5), count: 6)
      + [[red, blue, blue, blue, blue]]
    let text = SixelGraphics.pieces(try DecodedImage(rows: rows)).joined()
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    #expect(parts.count == 3 && parts[2] == "\u{1B}\\")
    let reds = text.contains("#0;2;100;0;0") ? 0 : 1
    #expect(text.hasPrefix("\u{1B}P0;1q\"1;1;5;7#0;2;"))
    #expect(text.contains("#\(reds);2;100;0;0") && text.contains("#\(1 - reds);2;0;0;100"))
    #expect(parts[0].hasSuffix("#\(reds)!5~"))
    let lines = Set(parts[1].split(separator: "$"))
    #expect(lines == ["#\(reds)@", "#\(1 - reds)?!4@"])
  }

  @Test("sixels, read back, are the picture")
  func sixelRoundTrip() throws {
    let rows = (0..<20).map { row in
      (0..<31).map { column -> (UInt8, UInt8, UInt8) in
        [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255), (0, 0, 0)][(row * 7 + column / 3) % 5]
      }
    }
    let image = try DecodedImage(rows: rows)
    let read = try SixelReader.read(SixelGraphics.pieces(image).joined())
    #expect(read.width == 31 && read.height == 20)
    #expect(read.bytes == image.bytes)
  }

  @Test("few colours are kept as they are, many come close")
  func quantized() throws {
    func colour(_ row: Int, _ column: Int) -> (UInt8, UInt8, UInt8) {
      (UInt8(row * 4), UInt8(column * 4), UInt8((row + column) * 2))
    }
    let rows = (0..<64).map { row in (0..<64).map { column in colour(row, column) } }
    let pixels = OpaquePixels(try DecodedImage(rows: rows))
    for count in [1, 2, 256] {
      let picture = QuantizedImage(pixels, maximumColours: count)
      #expect(picture.palette.count == count && picture.indexes.count == 64 * 64)
    }
    // Dithering keeps the mean of every neighbourhood.
    let picture = QuantizedImage(pixels, maximumColours: 16)
    for corner in [(0, 0), (40, 8), (16, 32)] {
      var (sum, wanted) = (0, 0)
      for row in corner.0..<corner.0 + 16 {
        for column in corner.1..<corner.1 + 16 {
          sum += Int(picture.palette[Int(picture.indexes[row * 64 + column])].green)
          wanted += Int(pixels[column, row].green)
        }
      }
      #expect(abs(sum - wanted) / 256 < 8, "\(corner): \(sum / 256) instead of \(wanted / 256)")
    }
  }
}

/// Reads sixels, as a terminal does.
private enum SixelReader {
  struct Malformed: Error {}

  static func read(_ text: String) throws -> (width: Int, height: Int, bytes: [UInt8]) {
    guard let match = text.firstMatch(of: #/^\u{1B}P0;1q"1;1;(\d+);(\d+)/#), text.hasSuffix("\u{1B}\\"),
      let width = Int(match.1), let height = Int(match.2)
    else { throw Malformed() }
    var bytes = [UInt8](repeating: 7, count: width * height * 3)
    var palette: [Int: [UInt8]] = [:]
    var (row, column, colour, count) = (0, 0, 0, 1)
    var rest = text[match.range.upperBound...].dropLast(2)
    func number() -> Int {
      let digits = rest.prefix { $0.isNumber }
      rest.removeFirst(digits.count)
      return Int(digits) ?? 0
    }
    while let character = rest.popFirst() {
      switch character {
      case "#":
        colour = number()
        guard rest.first == ";" else { continue }
        var parts: [Int] = []
        while rest.first == ";" {
          rest.removeFirst()
          parts.append(number())
        }
        palette[colour] = parts.dropFirst().map { UInt8(($0 * 255 + 50) / 100) }
      case "!": count = number()
      case "$": column = 0
      case "-": (row, column) = (row + 6, 0)
      default:
        guard let value = character.asciiValue, 0x3F...0x7E ~= value, let displayed = palette[colour] else {
          throw Malformed()
        }
        for _ in 0..<count {
          for bit in 0..<6 where (value - 0x3F) >> UInt8(bit) & 1 == 1 {
            let start = ((row + bit) * width + column) * 3
            bytes.replaceSubrange(start..<start + 3, with: displayed)
          }
          column += 1
        }
        count = 1
      }
    }
    return (width, height, bytes)
  }
}
