/// Compresses to the zlib format (RFC 1950, 1951): one block with a Huffman code of its own.
enum Deflate {
  private static let endOfBlock = 256

  static func zlib(_ data: [UInt8]) -> [UInt8] {
    let tokens = RunToken.tokens(of: data, longest: 258)
    var frequencies = [Int](repeating: 0, count: 286)
    frequencies[endOfBlock] = 1
    for token in tokens { frequencies[number(token).symbol] += 1 }
    let code = PrefixCode(frequencies: frequencies, maximumLength: 15)

    var writer = LittleEndianBitWriter()
    writer.write(0x78, count: 8)  // deflate, 32 KB window
    writer.write(0x9C, count: 8)
    writer.write(0b101, count: 3)  // last block, dynamic code
    writer.write(UInt32(code.lengths.count - 257), count: 5)
    writer.write(0, count: 5)
    CodeLengthRuns(code.lengths + [1])  // then one distance code of one bit
      .write(order: [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15], to: &writer)
    for token in tokens {
      let number = number(token)
      code.write(number, to: &writer)
      if number.symbol > endOfBlock { writer.write(0, count: 1) }  // the only distance code: 1
    }
    code.write(endOfBlock, to: &writer)
    return writer.finish() + adler32(data).bigEndianBytes
  }

  /// RFC 1951, section 3.2.5.
  private static func number(_ token: RunToken<UInt8>) -> CodedNumber {
    switch token {
    case .element(let byte): CodedNumber(symbol: Int(byte))
    case .run(258): CodedNumber(symbol: 285)
    case .run(let length): CodedNumber(length - 3, leadingBits: 2, from: 257)
    }
  }

  static func adler32(_ data: [UInt8]) -> UInt32 {
    // The sums of hundreds of megabytes fit.
    var low: UInt64 = 1
    var high: UInt64 = 0
    for byte in data {
      low &+= UInt64(byte)
      high &+= low
    }
    return UInt32(high % 65_521) << 16 | UInt32(low % 65_521)
  }
}
