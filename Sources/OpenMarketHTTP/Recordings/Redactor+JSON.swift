import Foundation

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
