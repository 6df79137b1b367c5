/// Writes lossless WebP (RFC 9649): green subtracted from red and blue, each tile predicted from its
/// neighbours, residues and runs of equal residues in one group of Huffman codes.
struct WebPEncoder {
  /// A colour, or what is left of it after a prediction.
  struct Pixel: Equatable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    static func &- (one: Pixel, other: Pixel) -> Pixel {
      Pixel(red: one.red &- other.red, green: one.green &- other.green, blue: one.blue &- other.blue)
    }
  }

  private static let greenAlphabet = 256 + 24

  static func encode(_ pixels: PixelBuffer) -> [UInt8] {
    var writer = LittleEndianBitWriter()
    writer.write(0x2F, count: 8)  // signature
    writer.write(UInt32(pixels.width - 1), count: 14)
    writer.write(UInt32(pixels.height - 1), count: 14)
    writer.write(0, count: 4)  // no alpha, version 0

    let prediction = WebPPrediction(of: subtractingGreen(pixels), width: pixels.width, height: pixels.height)
    writer.write(0b101, count: 3)  // a transform follows: subtract green
    writer.write(0b001, count: 3)  // a transform follows: predict
    writer.write(UInt32(WebPPrediction.tileBits - 2), count: 3)
    writer.write(0, count: 1)  // no colour cache
    write(prediction.modes.map { Pixel(red: 0, green: $0, blue: 0) }, to: &writer)
    writer.write(0, count: 1)  // no further transform

    writer.write(0, count: 1)  // no colour cache
    writer.write(0, count: 1)  // one group of codes
    write(prediction.residues, to: &writer)
    return container(writer.finish())
  }

  private static func subtractingGreen(_ pixels: PixelBuffer) -> [Pixel] {
    stride(from: 0, to: pixels.rgb.count, by: 3).map { start in
      let green = pixels.rgb[start + 1]
      return Pixel(red: pixels.rgb[start] &- green, green: green, blue: pixels.rgb[start + 2] &- green)
    }
  }

  // MARK: Entropy coding

  private enum Token {
    case pixel(Pixel)
    /// So many times the pixel before.
    case run(Int)
  }

  private static func write(_ pixels: [Pixel], to writer: inout LittleEndianBitWriter) {
    let tokens = runs(in: pixels)
    var green = [Int](repeating: 0, count: greenAlphabet)
    var red = [Int](repeating: 0, count: 256)
    var blue = red
    for token in tokens {
      switch token {
      case .pixel(let pixel):
        green[Int(pixel.green)] += 1
        red[Int(pixel.red)] += 1
        blue[Int(pixel.blue)] += 1
      case .run(let length): green[256 + prefix(of: length).symbol] += 1
      }
    }
    let (greenCode, redCode, blueCode) = (SymbolCode(green), SymbolCode(red), SymbolCode(blue))
    let alpha = SymbolCode(only: 0)  // no residue
    let distance = SymbolCode(only: 1)  // code 2, the pixel to the left
    for code in [greenCode, redCode, blueCode, alpha, distance] { code.writeHeader(to: &writer) }
    for token in tokens {
      switch token {
      case .pixel(let pixel):
        greenCode.write(Int(pixel.green), to: &writer)
        redCode.write(Int(pixel.red), to: &writer)
        blueCode.write(Int(pixel.blue), to: &writer)
      case .run(let length):
        let prefix = prefix(of: length)
        greenCode.write(256 + prefix.symbol, to: &writer)
        writer.write(prefix.extra, count: prefix.extraCount)
      }
    }
  }

  private static func runs(in pixels: [Pixel]) -> [Token] {
    var tokens: [Token] = []
    var index = 0
    while index < pixels.count {
      tokens.append(.pixel(pixels[index]))
      var next = index + 1
      while next < pixels.count, next - index <= 4096, pixels[next] == pixels[index] { next += 1 }
      if next - index > 3 {
        tokens.append(.run(next - index - 1))
        index = next
      } else {
        index += 1
      }
    }
    return tokens
  }

  /// RFC 9649, section 5.2.2.
  private static func prefix(of length: Int) -> (symbol: Int, extra: UInt32, extraCount: Int) {
    guard length > 4 else { return (length - 1, 0, 0) }
    let value = length - 1
    let top = Int.bitWidth - 1 - value.leadingZeroBitCount
    let symbol = 2 * top + (value >> (top - 1) & 1)
    return (symbol, UInt32(value & (1 << (top - 1) - 1)), top - 1)
  }

  private static func container(_ payload: [UInt8]) -> [UInt8] {
    func littleEndian(_ number: Int) -> [UInt8] {
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    let padding: [UInt8] = payload.count % 2 == 0 ? [] : [0]
    let size = 4 + 8 + payload.count + padding.count
    return Array("RIFF".utf8) + littleEndian(size) + Array("WEBPVP8L".utf8) + littleEndian(payload.count)
      + payload + padding
  }

  /// A Huffman code with WebP's way of writing it down.
  private struct SymbolCode {
    /// The symbol that needs no bits, because there is no other.
    private let only: Int?
    private let code: PrefixCode

    init(_ frequencies: [Int]) {
      let used = frequencies.indices.filter { frequencies[$0] > 0 }
      only = used.count > 1 ? nil : used.first ?? 0
      code = PrefixCode(frequencies: frequencies, maximumLength: 15)
    }

    init(only symbol: Int) {
      only = symbol
      code = PrefixCode(frequencies: [], maximumLength: 15)
    }

    func write(_ symbol: Int, to writer: inout LittleEndianBitWriter) {
      if only == nil { code.write(symbol, to: &writer) }
    }

    func writeHeader(to writer: inout LittleEndianBitWriter) {
      if let only, only < 256 {
        writer.write(0b101, count: 3)  // simple code, one symbol, of eight bits
        writer.write(UInt32(only), count: 8)
        return
      }
      let runs = CodeLengthRuns(code.lengths)
      let runCode = runs.code
      writer.write(0, count: 1)  // not simple
      writer.write(15, count: 4)  // all 19 lengths follow
      for symbol in [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] {
        writer.write(UInt32(runCode.lengths[symbol]), count: 3)
      }
      writer.write(0, count: 1)  // as many lengths as the alphabet has symbols
      runs.write(with: runCode, to: &writer)
    }
  }
}
