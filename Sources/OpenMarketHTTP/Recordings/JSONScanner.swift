import Foundation

/// Finds strings in JSON without decoding it, also in JSON that is cut off.
///
/// It reads each byte once or twice. JSON in UTF-16 has no names for it.
struct JSONScanner {
  let bytes: [UInt8]
  private var position = 0

  init(_ json: some Sequence<UInt8>) { bytes = [UInt8](json) }

  /// The range of the next string that is the name of a member, with its quotes; the scanner then stands after the colon.
  mutating func nextName() -> Range<Int>? {
    while let string = nextString() {
      skipBlanks()
      guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { continue }
      position += 1
      return string
    }
    return nil
  }

  /// The range of the next string, name or value, with its quotes; an end that is missing is the end of all.
  mutating func nextString() -> Range<Int>? {
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") { position += 1 }
    return position < bytes.count ? takeString() : nil
  }

  /// The range of the value at which the scanner stands, and goes past it.
  mutating func takeValue() -> Range<Int> {
    skipBlanks()
    let start = position
    skipValue()
    return start..<position
  }

  /// The value of a string, or a value as it is written.
  func text(of range: Range<Int>) -> String {
    var reader = JSONReader(bytes)
    reader.position = range.lowerBound
    if let text = try? reader.string(), reader.position == range.upperBound { return text }
    return (try? JSONDecoder().decode(String.self, from: Data(bytes[range])))
      ?? String(decoding: bytes[range], as: UTF8.self).trimmingCharacters(in: ["\""])
  }

  private mutating func takeString() -> Range<Int> {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position + 1, bytes.count)
    return start..<position
  }

  private mutating func skipValue() {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        _ = takeString()
        if depth == 0 { return }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
        if depth == 0 {
          position += 1
          return
        }
      case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09:
        if depth == 0 { return }
      default: break
      }
      position += 1
    }
  }

  private mutating func skipBlanks() {
    while position < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[position]) { position += 1 }
  }
}
