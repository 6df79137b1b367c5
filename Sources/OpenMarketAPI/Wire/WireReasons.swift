import Foundation
import OpenMarketHTTP

extension DecodingIssue {
  /// Why something could not be decoded, in words that name the field and show no more than a little of
  /// its value.
  static func reason(for error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, _): "\(key.stringValue) is missing"
    case .valueNotFound(_, let context): "\(name(context)) has no value"
    case .typeMismatch(let type, let context): "\(name(context)) is not \(noun(for: type))"
    case .dataCorrupted(let context): "\(name(context)) is out of range or malformed"
    default: "cannot be read"
    }
  }

  private static func name(_ context: DecodingError.Context) -> String {
    guard let key = context.codingPath.last, key.intValue == nil else { return "the entry" }
    return key.stringValue
  }

  private static func noun(for type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is any Numeric.Type: "a number"
    case is [String: Any].Type: "an object"
    case is [Any].Type: "a list"
    default: "of the right type"
    }
  }
}

extension DefaultStringInterpolation {
  /// Shows the beginning of a text from the wire, which may be of any length and hold anything.
  mutating func appendInterpolation(quoted text: String) {
    let displayed = text.unicodeScalars.prefix(40).map {
      $0.properties.isWhitespace || $0.value < 32 ? " " : $0
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: displayed)
    appendLiteral("“\(String(view))\(text.unicodeScalars.count > 40 ? "…" : "")”")
  }
}

extension URL {
  /// An absolute http(s) address; anything else that a server may send is of no use to a client.
  init?(webAddress text: String) {
    guard text.hasPrefix("http://") || text.hasPrefix("https://") else { return nil }
    self.init(written: text)
  }
}
