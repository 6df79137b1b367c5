/// Writes lossless WebP (RFC 9649): green subtracted from red and blue, each tile predicted from its
/// neighbours, residues and runs of equal residues in one group of Huffman codes.
struct WebPEncoder {
  /// One byte a pixel each.
  struct Planes {
    var red: [UInt8]
    var green: [UInt8]
    var blue: [UInt8]
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
    let zeros = [UInt8](repeating: 0, count: prediction.modes.count)
    write(Planes(red: zeros, green: prediction.modes, blue: zeros), to: &writer)
    writer.write(0, count: 1)  // no further transform

    writer.write(0, count: 1)  // no colour cache
    writer.write(0, count: 1)  // one group of codes
    write(prediction.residues, to: &writer)
    return container(writer.finish())
  }

  private static func subtractingGreen(_ pixels: PixelBuffer) -> Planes {
    let count = pixels.width * pixels.height
    var planes = Planes(red: [], green: [], blue: [])
    planes.red.reserveCapacity(count)
    planes.green.reserveCapacity(count)
    planes.blue.reserveCapacity(count)
    for index in 0..<count {
      let green = pixels.rgb[index * 3 + 1]
      planes.red.append(pixels.rgb[index * 3] &- green)
      planes.green.append(green)
      planes.blue.append(pixels.rgb[index * 3 + 2] &- green)
    }
    return planes
  }

  // MARK: Entropy coding

  private enum Token {
    case pixel(Int)
    /// So many times the pixel before.
    case run(Int)
  }

  private static func write(_ planes: Planes, to writer: inout LittleEndianBitWriter) {
    let tokens = runs(in: planes)
    var green = [Int](repeating: 0, count: greenAlphabet)
    var red = [Int](repeating: 0, count: 256)
    var blue = red
    for token in tokens {
      switch token {
      case .pixel(let index):
        green[Int(planes.green[index])] += 1
        red[Int(planes.red[index])] += 1
        blue[Int(planes.blue[index])] += 1
      case .run(let length): green[256 + prefix(of: length).symbol] += 1
      }
    }
    let greenCode = SymbolCode(green)
    let redCode = SymbolCode(red)
    let blueCode = SymbolCode(blue)
    greenCode.writeHeader(to: &writer)
    redCode.writeHeader(to: &writer)
    blueCode.writeHeader(to: &writer)
    SymbolCode(only: 0).writeHeader(to: &writer)  // alpha: no residue
    SymbolCode(only: 1).writeHeader(to: &writer)  // distance: code 2, the pixel to the left
    for token in tokens {
      switch token {
      case .pixel(let index):
        greenCode.write(Int(planes.green[index]), to: &writer)
        redCode.write(Int(planes.red[index]), to: &writer)
        blueCode.write(Int(planes.blue[index]), to: &writer)
      case .run(let length):
        let prefix = prefix(of: length)
        greenCode.write(256 + prefix.symbol, to: &writer)
        writer.write(prefix.extra, count: prefix.extraCount)
      }
    }
  }

  private static func runs(in planes: Planes) -> [Token] {
    var tokens: [Token] = []
    let count = planes.green.count
    var index = 0
    while index < count {
      tokens.append(.pixel(index))
      var next = index + 1
      while next < count, next - index <= 4096, planes.green[next] == planes.green[index],
        planes.red[next] == planes.red[index], planes.blue[next] == planes.blue[index]
      { next += 1 }
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
