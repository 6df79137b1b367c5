/// A canonical Huffman code, with bits reversed for writers that start at the least significant bit.
struct PrefixCode {
  /// Bits of each symbol's code; 0 for symbols that do not occur.
  let lengths: [UInt8]
  private let codes: [UInt32]

  /// Builds a code for symbols that occur so often, none longer than `maximumLength` bits.
  ///
  /// A code of a single symbol has one bit.
  init(frequencies: [Int], maximumLength: Int) {
    var floor = 1
    var lengths = Self.lengths(frequencies)
    // Too deep: treat rare symbols as more frequent until the tree is flat enough.
    while lengths.contains(where: { $0 > maximumLength }) {
      floor *= 2
      lengths = Self.lengths(frequencies.map { $0 == 0 ? 0 : max($0, floor) })
    }
    self.lengths = lengths
    codes = Self.canonicalCodes(lengths)
  }

  func write(_ symbol: Int, to writer: inout LittleEndianBitWriter) {
    writer.write(codes[symbol], count: Int(lengths[symbol]))
  }

  func write(_ number: CodedNumber, to writer: inout LittleEndianBitWriter) {
    write(number.symbol, to: &writer)
    writer.write(number.extra, count: number.extraCount)
  }

  /// Huffman's algorithm with two queues: leaves in order of frequency, inner nodes in order of creation.
  private static func lengths(_ frequencies: [Int]) -> [UInt8] {
    let symbols = frequencies.indices.filter { frequencies[$0] > 0 }
      .sorted { (frequencies[$0], $0) < (frequencies[$1], $1) }
    var lengths = [UInt8](repeating: 0, count: frequencies.count)
    guard symbols.count > 1 else {
      for symbol in symbols { lengths[symbol] = 1 }
      return lengths
    }
    var weights = symbols.map { frequencies[$0] }
    var parents = [Int](repeating: 0, count: symbols.count * 2 - 1)
    var leaf = 0
    var inner = symbols.count
    for node in symbols.count..<parents.count {
      var weight = 0
      for _ in 0..<2 {
        let takesLeaf = leaf < symbols.count && (inner >= node || weights[leaf] <= weights[inner])
        let child = takesLeaf ? leaf : inner
        if takesLeaf { leaf += 1 } else { inner += 1 }
        parents[child] = node
        weight += weights[child]
      }
      weights.append(weight)
    }
    var depths = [UInt8](repeating: 0, count: parents.count)
    for node in stride(from: parents.count - 2, through: 0, by: -1) {
      depths[node] = depths[parents[node]] + 1
      if node < symbols.count { lengths[symbols[node]] = depths[node] }
    }
    return lengths
  }

  /// RFC 1951, section 3.2.2.
  private static func canonicalCodes(_ lengths: [UInt8]) -> [UInt32] {
    var next = [UInt32](repeating: 0, count: 34)
    for length in lengths where length > 0 { next[Int(length) + 1] += 1 }
    for length in 2..<next.count { next[length] = (next[length - 1] + next[length]) << 1 }
    // next[n] counted codes of n − 1 bits; after the sum it is the first code of n bits.
    return lengths.map { length in
      guard length > 0 else { return 0 }
      var code = next[Int(length)]
      next[Int(length)] += 1
      var reversed: UInt32 = 0
      for _ in 0..<length {
        reversed = reversed << 1 | code & 1
        code >>= 1
      }
      return reversed
    }
  }
}
