import OpenMarketHTTP

/// JSON as it is written, byte after byte, in exactly the order asked for: the contract fixes the order of
/// keys, and list pages are the mock's hot path.
package struct JSONBytes {
  /// The bytes written so far, as UTF-8.
  package private(set) var bytes: [UInt8] = []

  package init(capacity: Int = 1024) { bytes.reserveCapacity(capacity) }

  /// Appends punctuation and keys that need no escaping.
  package mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends a document that is JSON already.
  package mutating func document(_ json: [UInt8]) { bytes += json }

  package mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    if needsEscaping(from: start) {
      let plain = bytes[start...]
      bytes.removeSubrange(start...)
      for byte in plain { escaped(byte) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  package mutating func integer(_ number: some BinaryInteger) { Self.append(Int64(number), to: &bytes) }

  /// Appends the decimal digits of `number`, without the detour through a String.
  static func append(_ number: Int64, to bytes: inout [UInt8]) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var rest = number.magnitude
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
      rest = quotient
    } while rest > 0
    bytes[start...].reverse()
  }

  mutating func double(_ number: Double) { JavaDouble.append(number, to: &bytes) }

  /// Appends a quoted midnight, `"yyyy-MM-ddT00:00:00"`.
  mutating func date(_ day: CivilDay) {
    raw("\"")
    self.day(day, separator: "-")
    raw("T00:00:00\"")
  }

  /// Appends a day, `yyyy`, `MM` and `dd` with `separator` between them.
  mutating func day(_ day: CivilDay, separator: String) {
    let (year, month, dayOfMonth) = day.components
    digits(year / 100)
    digits(year % 100)
    raw(separator)
    digits(month)
    raw(separator)
    digits(dayOfMonth)
  }

  private mutating func digits(_ number: Int) {
    let number = UInt8(truncatingIfNeeded: number % 100)
    bytes.append(UInt8(ascii: "0") + number / 10)
    bytes.append(UInt8(ascii: "0") + number % 10)
  }

  /// Appends an object of texts, keys sorted.
  mutating func object(_ values: [String: String]) {
    let members = values.sorted { $0.key.precedesByBytes($1.key) }.map { "\(json: $0.key):\(json: $0.value)" }
    raw("{\(members.joined(separator: ","))}")
  }

  /// Appends an array whose elements `write` appends.
  package mutating func array<Element>(
    _ elements: some Sequence<Element>, write: (Element, inout JSONBytes) -> Void
  ) {
    raw("[")
    var isFirst = true
    for element in elements {
      if !isFirst { raw(",") }
      isFirst = false
      write(element, &self)
    }
    raw("]")
  }

  private func needsEscaping(from start: Int) -> Bool {
    // Without an early exit, so that the compiler can look at many bytes at once.
    var found = false
    for byte in bytes[start...] {
      found = found || byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
    return found
  }

  private mutating func escaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): raw("\\\"")
    case UInt8(ascii: "\\"): raw("\\\\")
    case 0x08: raw("\\b")
    case 0x09: raw("\\t")
    case 0x0A: raw("\\n")
    case 0x0C: raw("\\f")
    case 0x0D: raw("\\r")
    case 0..<0x20: raw("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
    default: bytes.append(byte)
    }
  }
}

extension DefaultStringInterpolation {
  /// Appends a quoted text, or `null`; for ``JSONBytes/raw(_:)`` where speed does not matter.
  package mutating func appendInterpolation(json text: String?) {
    guard let text else { return appendLiteral("null") }
    var json = JSONBytes(capacity: text.utf8.count + 2)
    json.string(text)
    appendLiteral(String(decoding: json.bytes, as: UTF8.self))
  }
}
