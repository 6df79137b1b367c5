import Foundation

extension Redactor {
  /// JSON with placeholders for the values of secret names, all else byte for byte; also of a text that is cut off.
  mutating func redactingJSON(_ json: Data) -> Data {
    var scanner = JSONScanner(bytes: [UInt8](json))
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

/// Finds the values of secret names in JSON.
private struct JSONScanner {
  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The range of the next such value, with its quotes.
  mutating func nextSecret() -> Range<Int>? {
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "\"") else {
        position += 1
        continue
      }
      let name = takeString()
      skipBlanks()
      guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { continue }
      position += 1
      guard SecretNames.contains(text(of: name)) else { continue }
      skipBlanks()
      let start = position
      takeValue()
      // Nothing is no secret.
      let value = start..<position
      if !value.isEmpty, !bytes[value].elementsEqual("null".utf8), !bytes[value].elementsEqual("\"\"".utf8) {
        return value
      }
    }
    return nil
  }

  /// The value of a string, or a value as it is written.
  func text(of range: Range<Int>) -> String {
    let data = Data(bytes[range])
    guard data.contains(UInt8(ascii: "\\")) else {
      return String(decoding: data, as: UTF8.self).trimmingCharacters(in: ["\""])
    }
    return (try? JSONDecoder().decode(String.self, from: data))
      ?? String(decoding: data, as: UTF8.self).trimmingCharacters(in: ["\""])
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

  private mutating func takeValue() {
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
