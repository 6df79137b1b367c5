/// A part of a sequence whose repetitions are counted, as Deflate and WebP write both bytes and pixels.
///
/// The only repetitions it looks for are runs of one element; filtered pictures hold few others.
enum RunToken<Element: Equatable> {
  case element(Element)
  /// So many times the element before.
  case run(Int)

  /// The tokens of `elements`, with runs of three to `longest`.
  static func tokens(of elements: [Element], longest: Int) -> [RunToken] {
    var tokens: [RunToken] = []
    tokens.reserveCapacity(elements.count)
    var index = 0
    while index < elements.count {
      let element = elements[index]
      var next = index + 1
      while next < elements.count, next - index <= longest, elements[next] == element { next += 1 }
      tokens.append(.element(element))
      if next - index > 3 {
        tokens.append(.run(next - index - 1))
        index = next
      } else {
        index += 1
      }
    }
    return tokens
  }
}

/// A number as Deflate and WebP code it: a symbol, and bits that follow as they are.
struct CodedNumber {
  var symbol: Int
  var extra: UInt32 = 0
  var extraCount = 0
}

extension CodedNumber {
  /// The symbol, from `first` on, tells how long `number` is, and the `leadingBits` after its first.
  init(_ number: Int, leadingBits: Int, from first: Int) {
    let extraCount = max(0, Int.bitWidth - number.leadingZeroBitCount - 1 - leadingBits)
    self.init(
      symbol: first + extraCount << leadingBits + number >> extraCount,
      extra: UInt32(number & (1 << extraCount - 1)), extraCount: extraCount)
  }
}

/// The run-length form in which Deflate and WebP write the code lengths of a ``PrefixCode``.
struct CodeLengthRuns {
  /// A length, 16: repeat the last one, 17 and 18: zeros.
  private var numbers: [CodedNumber] = []

  init(_ lengths: [UInt8]) {
    var index = 0
    while index < lengths.count {
      let length = lengths[index]
      var run = lengths[index...].prefix { $0 == length }.count
      index += run
      if length > 0 {
        numbers.append(CodedNumber(symbol: Int(length)))
        run -= 1
        while run >= 3 {
          let part = min(run, 6)
          numbers.append(CodedNumber(symbol: 16, extra: UInt32(part - 3), extraCount: 2))
          run -= part
        }
      } else {
        while run >= 3 {
          let part = min(run, 138)
          numbers.append(
            part <= 10
              ? CodedNumber(symbol: 17, extra: UInt32(part - 3), extraCount: 3)
              : CodedNumber(symbol: 18, extra: UInt32(part - 11), extraCount: 7))
          run -= part
        }
      }
      numbers += Array(repeating: CodedNumber(symbol: Int(length)), count: run)
    }
  }

  /// Writes the lengths of a code for the 19 symbols, at most 7 bits each, in the order that the format has for them,
  /// then `separator`, and the runs in that code.
  func write(order: [Int], separator: [UInt32] = [], to writer: inout LittleEndianBitWriter) {
    var frequencies = [Int](repeating: 0, count: 19)
    for number in numbers { frequencies[number.symbol] += 1 }
    let code = PrefixCode(frequencies: frequencies, maximumLength: 7)
    writer.write(15, count: 4)  // all 19 lengths follow
    for symbol in order { writer.write(UInt32(code.lengths[symbol]), count: 3) }
    for bit in separator { writer.write(bit, count: 1) }
    for number in numbers { code.write(number, to: &writer) }
  }
}
