package import Foundation

/// Reads JSON from front to back, where it has its usual form, in a fraction of the time that `JSONDecoder` takes.
///
/// All else is ``Unusual``, malformed text included. Then `JSONDecoder` reads the whole: nothing is read here that it would refuse,
/// or read as something else.
package struct JSONReader {
  /// The text has to be read by `JSONDecoder`.
  package struct Unusual: Error {
    package init() {}
  }

  /// The names of the members of an object, at most 64 in the order in which they come as a rule.
  package struct Names: Sendable {
    fileprivate var all: [[UInt8]] = []
    /// A bit for each of those that must be there.
    fileprivate var required: UInt64 = 0

    package init(_ names: [String], optional: Set<String> = []) {
      for (place, name) in names.enumerated() {
        all.append(Array(name.utf8))
        if !optional.contains(name) { required |= 1 << UInt64(place) }
      }
    }
  }

  package let bytes: [UInt8]
  /// The place of the next byte.
  package var position = 0

  package init(_ json: Data) { self.init([UInt8](json)) }

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next byte that is no blank; 0 at the end.
  package mutating func peek() -> UInt8 {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      case let byte: return byte
      }
    }
    return 0
  }

  /// Goes past `byte` if it comes next.
  package mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte, byte != 0 else { return false }
    position += 1
    return true
  }

  /// Goes past `byte`, which must come next.
  package mutating func expect(_ byte: UInt8) throws(Unusual) {
    if !take(byte) { throw Unusual() }
  }

  /// Goes past `text` if it comes next, without blanks.
  package mutating func take(_ text: [UInt8]) -> Bool {
    guard bytes.count - position >= text.count else { return false }
    for offset in text.indices where bytes[position + offset] != text[offset] { return false }
    position += text.count
    return true
  }

  /// Checks that nothing follows but blanks.
  package mutating func expectEnd() throws(Unusual) {
    if peek() != 0 || position < bytes.count { throw Unusual() }
  }

  /// Reads an object, whose members all have different ones of `names`.
  /// - Parameters:
  ///   - names: The names.
  ///   - read: Reads a member's value; gets the place of its name in `names`.
  /// - Throws: ``Unusual`` for other, repeated or missing names, and what is no object.
  package mutating func object(
    _ names: Names, _ read: (inout JSONReader, Int) throws(Unusual) -> Void
  ) throws(Unusual) {
    try expect(UInt8(ascii: "{"))
    var seen: UInt64 = 0
    if !take(UInt8(ascii: "}")) {
      var place = -1
      repeat {
        place = try name(among: names.all, after: place)
        guard seen & (1 << UInt64(place)) == 0 else { throw Unusual() }
        seen |= 1 << UInt64(place)
        try expect(UInt8(ascii: ":"))
        try read(&self, place)
      } while take(UInt8(ascii: ","))
      try expect(UInt8(ascii: "}"))
    }
    guard seen & names.required == names.required else { throw Unusual() }
  }

  /// Reads an array.
  /// - Parameter read: Reads one element.
  /// - Throws: ``Unusual`` for what is no array.
  package mutating func array(_ read: (inout JSONReader) throws(Unusual) -> Void) throws(Unusual) {
    try expect(UInt8(ascii: "["))
    if take(UInt8(ascii: "]")) { return }
    repeat { try read(&self) } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
  }

  /// Reads a member's name, which is the one that follows the last one as a rule.
  private mutating func name(among names: [[UInt8]], after last: Int) throws(Unusual) -> Int {
    try expect(UInt8(ascii: "\""))
    for step in 1...max(1, names.count) where !names.isEmpty {
      let place = (last + step) % names.count
      guard take(names[place]) else { continue }
      if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
        position += 1
        return place
      }
      position -= names[place].count
    }
    throw Unusual()
  }
}
