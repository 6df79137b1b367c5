/// Compresses to the zlib format (RFC 1950, 1951): one block with a Huffman code of its own.
///
/// The only repetitions it looks for are runs of one byte; filtered pictures hold few others.
enum Deflate {
  private static let endOfBlock = 256

  static func zlib(_ data: [UInt8]) -> [UInt8] {
    let tokens = runs(in: data)
    var frequencies = [Int](repeating: 0, count: 286)
    frequencies[endOfBlock] = 1
    for token in tokens { frequencies[symbol(of: token)] += 1 }
    let code = PrefixCode(frequencies: frequencies, maximumLength: 15)

    var writer = LittleEndianBitWriter()
    writer.write(0x78, count: 8)  // deflate, 32 KB window
    writer.write(0x9C, count: 8)
    writer.write(0b101, count: 3)  // last block, dynamic code
    writeHeader(code, to: &writer)
    for token in tokens { write(token, code, to: &writer) }
    code.write(endOfBlock, to: &writer)
    return writer.finish() + bigEndian(adler32(data))
  }

  /// Below 256 a literal byte; 256 + n repeats the last byte n times.
  private static func runs(in data: [UInt8]) -> [UInt16] {
    var tokens: [UInt16] = []
    tokens.reserveCapacity(data.count)
    var index = 0
    while index < data.count {
      let byte = data[index]
      var run = 1
      while index + run < data.count, run <= 258, data[index + run] == byte { run += 1 }
      tokens.append(UInt16(byte))
      if run > 3 {
        tokens.append(UInt16(256 + run - 1))
        index += run
      } else {
        index += 1
      }
    }
    return tokens
  }

  private static func symbol(of token: UInt16) -> Int {
    token < 256 ? Int(token) : lengthCode(Int(token) - 256).symbol
  }

  /// RFC 1951, section 3.2.5, for lengths 3…258.
  private static func lengthCode(_ length: Int) -> (symbol: Int, extra: UInt32, extraCount: Int) {
    if length == 258 { return (285, 0, 0) }
    let offset = length - 3
    if offset < 8 { return (257 + offset, 0, 0) }
    let extraCount = Int.bitWidth - offset.leadingZeroBitCount - 3
    let group = 257 + 4 * extraCount + offset >> extraCount
    return (group, UInt32(offset & (1 << extraCount - 1)), extraCount)
  }

  private static func write(_ token: UInt16, _ code: PrefixCode, to writer: inout LittleEndianBitWriter) {
    guard token >= 256 else { return code.write(Int(token), to: &writer) }
    let length = lengthCode(Int(token) - 256)
    code.write(length.symbol, to: &writer)
    writer.write(length.extra, count: length.extraCount)
    writer.write(0, count: 1)  // the only distance code: 1
  }

  private static func writeHeader(_ code: PrefixCode, to writer: inout LittleEndianBitWriter) {
    let runs = CodeLengthRuns(code.lengths + [1])  // then one distance code of one bit
    let runCode = runs.code
    writer.write(UInt32(code.lengths.count - 257), count: 5)
    writer.write(0, count: 5)
    writer.write(15, count: 4)  // all 19 lengths follow
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] {
      writer.write(UInt32(runCode.lengths[symbol]), count: 3)
    }
    runs.write(with: runCode, to: &writer)
  }

  static func adler32(_ data: [UInt8]) -> UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    var index = 0
    while index < data.count {
      let end = min(index + 5552, data.count)  // the most bytes before the sums could overflow
      for byte in data[index..<end] {
        low &+= UInt32(byte)
        high &+= low
      }
      low %= 65_521
      high %= 65_521
      index = end
    }
    return high << 16 | low
  }

  static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
