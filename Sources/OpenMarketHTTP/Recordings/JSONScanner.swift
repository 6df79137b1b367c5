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
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "\"")) {
      position = start
      let string = takeString()
      skipBlanks()
      guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { continue }
      position += 1
      return string
    }
    return nil
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

  /// The range of the string at which the scanner stands, with its quotes; an end that is missing is the end of all.
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

extension Redactor {
  /// JSON with placeholders for the values of secret names, all else byte for byte; also of a text that is cut off.
  mutating func redactingJSON(_ json: Data) -> Data {
    var scanner = JSONScanner(json)
    var result = Data()
    var copied = 0
    while let value = scanner.nextSecret() {
      let text = scanner.text(of: value)
      result.append(contentsOf: scanner.bytes[copied..<value.lowerBound])
      result.append(Data("\"\(placeholder(for: text))\"".utf8))
      copied = value.upperBound
    }
    guard copied > 0 else { return json }
    result.append(contentsOf: scanner.bytes[copied...])
    return result
  }
}

extension JSONScanner {
  /// The range of the next value of a secret name, with its quotes.
  fileprivate mutating func nextSecret() -> Range<Int>? {
    while let name = nextName() {
      guard SecretNames.contains(text(of: name)) else { continue }
      let value = takeValue()
      // Nothing is no secret.
      if !value.isEmpty, !bytes[value].elementsEqual("null".utf8), !bytes[value].elementsEqual("\"\"".utf8) {
        return value
      }
    }
    return nil
  }
}
