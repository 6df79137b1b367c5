import Foundation

/// Reads the input as the value of a price, an id and a count, as it is and mapped to the characters of
/// which numbers consist.
///
/// What reads as a price must be what ``ReferenceNumber`` reads, to the last digit, and the same in quotes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let alphabet = Array("0123456789-+.eE0".utf8)
  for text in [input, input.map { alphabet[Int($0 & 15)] }] {
    let json = Data("{\"price\":".utf8) + text + Data("}".utf8)
    guard let expected = ReferenceNumber(text) else {
      // Foundation may be more liberal than JSON; it need only survive.
      _ = try? JSONDecoder().decode(Probe.self, from: json)
      continue
    }
    guard let probe = try? JSONDecoder().decode(Probe.self, from: json) else {
      fatalError("\(String(decoding: text, as: UTF8.self)) is not read as a JSON object")
    }
    let displayed = String(decoding: text, as: UTF8.self)
    // The same in quotes is the same.
    let quoted = Data("{\"price\":\"".utf8) + text + Data("\"}".utf8)
    guard let other = try? JSONDecoder().decode(Probe.self, from: quoted) else {
      fatalError("\"\(displayed)\" is not read as a JSON object")
    }
    require(other == probe, "\"\(displayed)\" is not read as \(displayed) is")
    if let price = probe.price {
      require(!price.isNaN, "\(displayed) is read as no number")
      if expected.fitsDecimal {
        let read = ReferenceNumber(Array("\(price)".utf8))
        require(read == expected, "\(displayed) is read as \(price)")
      }
    } else {
      require(!expected.fitsDecimal, "\(displayed) is not read")
    }
    if let id = probe.id, expected.isWhole {
      require(ReferenceNumber(Array("\(id)".utf8)) == expected, "\(displayed) is read as id \(id)")
    }
    if let count = probe.count {
      require(count >= 0, "\(displayed) is read as count \(count)")
    }
  }
  return 0
}

/// Reads one field the ways a product reads its numbers.
private struct Probe: Decodable, Equatable {
  var price: Decimal?
  var id: Int64?
  var count: Int?

  init(from decoder: any Decoder) throws {
    let object = try WireObject(decoder)
    let field = WireField.price
    price = try? object.decimal(field)
    id = (try? object.id(field) as EntityID<Product>)?.rawValue
    count = try? object.count(field)
  }
}

/// A JSON number (RFC 8259) as its significant digits and a power of ten.
private struct ReferenceNumber: Equatable {
  var isNegative = false
  var digits: [UInt8] = []
  var exponent = 0

  /// Whether `Decimal` must be able to read it: 38 digits and an exponent far from its limits of -128 and
  /// 127, also as they are written.
  var fitsDecimal = false

  var isWhole: Bool { exponent >= 0 }

  init?(_ text: [UInt8]) {
    var rest = text[...]
    isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    let whole = Self.takeDigits(&rest)
    guard !whole.isEmpty, whole.count == 1 || whole.first != 0 else { return nil }
    var fraction: [UInt8] = []
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = Self.takeDigits(&rest)
      guard !fraction.isEmpty else { return nil }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      let sign = rest.first == UInt8(ascii: "-") ? -1 : 1
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      let power = Self.takeDigits(&rest)
      guard !power.isEmpty else { return nil }
      exponent = sign * power.reduce(0) { min(100_000, $0 * 10 + Int($1)) }
    }
    guard rest.isEmpty else { return nil }
    fitsDecimal = whole.count + fraction.count <= 38 && abs(exponent) <= 80
    exponent -= fraction.count
    digits = Array((whole + fraction).drop { $0 == 0 })
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { (isNegative, exponent) = (false, 0) }
  }

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.isNegative == rhs.isNegative && lhs.digits == rhs.digits && lhs.exponent == rhs.exponent
  }

  private static func takeDigits(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    rest = rest.dropFirst(digits.count)
    return digits.map { $0 - 0x30 }
  }
}
