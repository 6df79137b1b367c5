/// Writes lossless WebP (RFC 9649): green subtracted from red and blue, each tile predicted from its
/// neighbours, residues and runs of equal residues in one group of Huffman codes.
enum WebPEncoder {
  /// Green, red and blue, the order in which the format has them, or what is left of them after a prediction.
  typealias Pixel = SIMD3<UInt8>

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
    write(prediction.modes.map { Pixel($0, 0, 0) }, to: &writer)
    writer.write(0, count: 1)  // no further transform

    writer.write(0, count: 1)  // no colour cache
    writer.write(0, count: 1)  // one group of codes
    write(prediction.residues, to: &writer)
    return container(writer.finish())
  }

  private static func subtractingGreen(_ pixels: PixelBuffer) -> [Pixel] {
    stride(from: 0, to: pixels.rgb.count, by: 3).map { start in
      let green = pixels.rgb[start + 1]
      return Pixel(green, pixels.rgb[start] &- green, pixels.rgb[start + 2] &- green)
    }
  }

  private static func container(_ payload: [UInt8]) -> [UInt8] {
    func littleEndian(_ number: Int) -> [UInt8] { UInt32(number).bigEndianBytes.reversed() }
    let padding: [UInt8] = payload.count % 2 == 0 ? [] : [0]
    let size = 4 + 8 + payload.count + padding.count
    return Array("RIFF".utf8) + littleEndian(size) + Array("WEBPVP8L".utf8) + littleEndian(payload.count)
      + payload + padding
  }

  // MARK: Entropy coding

  private static func write(_ pixels: [Pixel], to writer: inout LittleEndianBitWriter) {
    let tokens = RunToken.tokens(of: pixels, longest: 4096)
    let none = [Int](repeating: 0, count: 256)
    var (green, red, blue) = (none + [Int](repeating: 0, count: 24), none, none)
    for token in tokens {
      switch token {
      case .element(let pixel):
        green[Int(pixel.x)] += 1
        red[Int(pixel.y)] += 1
        blue[Int(pixel.z)] += 1
      case .run(let length): green[number(length).symbol] += 1
      }
    }
    let (greenCode, redCode, blueCode) = (SymbolCode(green), SymbolCode(red), SymbolCode(blue))
    let alpha = SymbolCode([1])  // no residue
    let distance = SymbolCode([0, 1])  // code 2, the pixel to the left
    for code in [greenCode, redCode, blueCode, alpha, distance] { code.writeHeader(to: &writer) }
    for token in tokens {
      switch token {
      case .element(let pixel):
        greenCode.write(CodedNumber(symbol: Int(pixel.x)), to: &writer)
        redCode.write(CodedNumber(symbol: Int(pixel.y)), to: &writer)
        blueCode.write(CodedNumber(symbol: Int(pixel.z)), to: &writer)
      case .run(let length): greenCode.write(number(length), to: &writer)
      }
    }
  }

  /// RFC 9649, section 5.2.2.
  private static func number(_ length: Int) -> CodedNumber {
    CodedNumber(length - 1, leadingBits: 1, from: 256)
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

    func write(_ number: CodedNumber, to writer: inout LittleEndianBitWriter) {
      if only == nil { code.write(number, to: &writer) }
    }

    func writeHeader(to writer: inout LittleEndianBitWriter) {
      if let only {
        writer.write(0b101, count: 3)  // simple code, one symbol, of eight bits
        writer.write(UInt32(only), count: 8)
        return
      }
      writer.write(0, count: 1)  // not simple
      CodeLengthRuns(code.lengths).write(
        order: [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        separator: [0],  // as many lengths as the alphabet has symbols
        to: &writer)
    }
  }
}
