package import Foundation

extension JSONReader {
  package mutating func string() throws(Unusual) -> String {
    let (range, hasEscapes) = try stringRange()
    let text =
      hasEscapes
      ? String(validating: try unescaped(range), as: UTF8.self)
      : String(validating: bytes[range], as: UTF8.self)
    guard let text else { throw Unusual() }
    return text
  }

  /// Reads a text without escapes, and returns the range of its bytes.
  package mutating func plainString() throws(Unusual) -> Range<Int> {
    let (range, hasEscapes) = try stringRange()
    if hasEscapes { throw Unusual() }
    return range
  }

  /// Goes past `null` if it comes next.
  package mutating func takeNull() -> Bool { peek() == UInt8(ascii: "n") && take(Self.null) }

  /// Reads `true` or `false`.
  package mutating func bool() throws(Unusual) -> Bool {
    _ = peek()
    if take(Self.true) { return true }
    if take(Self.false) { return false }
    throw Unusual()
  }

  /// Reads a whole number from zero up, with at most 18 digits; an `Int` of a watch holds nine.
  package mutating func integer() throws(Unusual) -> Int {
    guard let whole = Int(exactly: try integer64()) else { throw Unusual() }
    return whole
  }

  /// Reads a whole number from zero up, with at most 18 digits.
  package mutating func integer64() throws(Unusual) -> Int64 {
    let number = try number()
    guard number.isPlain else { throw Unusual() }
    return number.digits
  }

  /// Reads a number from zero up, with at most 18 digits.
  package mutating func decimal() throws(Unusual) -> Decimal {
    var (digits, exponent, _) = try number()
    if digits == 0 { return 0 }
    while exponent < 0, digits % 10 == 0 { (digits, exponent) = (digits / 10, exponent + 1) }
    while exponent > 0, digits < 100_000_000_000_000_000 { (digits, exponent) = (digits * 10, exponent - 1) }
    let whole = Decimal(digits)
    return exponent == 0 ? whole : Decimal(sign: .plus, exponent: exponent, significand: whole)
  }

  /// Reads a whole number of at most 18 digits, also one below zero.
  package mutating func signedInteger() throws(Unusual) -> Int {
    guard take(UInt8(ascii: "-")) else { return try integer() }
    guard position < bytes.count, 0x31...0x39 ~= bytes[position] else { throw Unusual() }
    return -(try integer())
  }

  /// Reads a number from zero up, with at most 40 digits.
  package mutating func double() throws(Unusual) -> Double {
    _ = peek()
    let start = position
    // 0.01 and a little has 20 digits, of which 17 count.
    _ = try number(digitLimit: 40)
    guard let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)) else {
      throw Unusual()
    }
    return number
  }

  private static let null = Array("null".utf8)
  private static let `true` = Array("true".utf8)
  private static let `false` = Array("false".utf8)

  /// Reads a number: its digits as a whole, if they are 18 at most, the power of ten that they are multiplied with, and whether it
  /// is nothing but digits.
  private mutating func number(digitLimit: Int = 18) throws(Unusual) -> (
    digits: Int64, exponent: Int, isPlain: Bool
  ) {
    let first = peek()
    var (digits, count) = (Int64(0), 0)
    takeDigits(&digits, &count)
    guard count > 0, count == 1 || first != UInt8(ascii: "0") else { throw Unusual() }
    let end = position
    var (fraction, exponent) = (0, Int64(0))
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      takeDigits(&digits, &fraction)
      guard fraction > 0 else { throw Unusual() }
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      var places = 0
      let isNegative = position < bytes.count && bytes[position] == UInt8(ascii: "-")
      if isNegative || position < bytes.count && bytes[position] == UInt8(ascii: "+") { position += 1 }
      takeDigits(&exponent, &places)
      guard 1...2 ~= places else { throw Unusual() }
      if isNegative { exponent = -exponent }
    }
    guard count + fraction <= digitLimit else { throw Unusual() }
    return (digits, Int(exponent) - fraction, position == end)
  }

  private mutating func takeDigits(_ number: inout Int64, _ count: inout Int) {
    while position < bytes.count, bytes[position] &- 0x30 < 10 {
      number = number &* 10 &+ Int64(bytes[position] &- 0x30)
      (position, count) = (position + 1, count + 1)
    }
  }

  /// Goes past a text, and returns the range between its quotes.
  private mutating func stringRange() throws(Unusual) -> (range: Range<Int>, hasEscapes: Bool) {
    try expect(UInt8(ascii: "\""))
    let start = position
    var hasEscapes = false
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return (start..<position - 1, hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        position += 2
      case 0..<0x20: throw Unusual()
      default: position += 1
      }
    }
    throw Unusual()
  }
}
