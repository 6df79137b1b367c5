import Foundation

struct RequestTarget: Sendable {
  /// As it was sent.
  let text: String
  /// The path as it was sent, with one slash where it has several, and none at its end.
  let path: String
  /// The decoded segments of the path; `nil` when one is not percent-encoded UTF-8.
  let segments: [String]?
  let query: Query

  init(_ text: String) {
    self.text = text
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let pieces = (parts.first ?? "").split(separator: "/")
    path = pieces.map { "/" + $0 }.joined()
    query = Query(parts.count > 1 ? parts[1] : "")
    var segments: [String] = []
    for segment in pieces {
      guard let decoded = Query.decoded(segment, plusIsSpace: false) else {
        self.segments = nil
        return
      }
      segments.append(decoded)
    }
    self.segments = segments
  }
}

/// The part of a target after `?`.
package struct Query: Sendable {
  private let items: [(name: Substring, value: Substring)]

  package init(_ text: Substring) {
    items = text.split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }
  }

  /// The value of the first item named `name`; empty when it has no `=`; `nil` when there is none.
  func value(_ name: String) throws(Refusal) -> String? {
    guard let item = items.first(where: { $0.name == name || Self.decoded($0.name) == name }) else {
      return nil
    }
    guard let value = Self.decoded(item.value) else {
      throw .badRequest("The value of \(name) is not percent-encoded UTF-8.")
    }
    return value
  }

  /// The number in the first item named `name`; 0 when there is none, or something else.
  package func number(_ name: String) -> Int { (try? value(name)).flatMap { Int($0) } ?? 0 }

  /// The number in the first item named `name`, or `fallback` when there is none.
  func number(_ name: String, in range: ClosedRange<Int64>, otherwise fallback: Int64) throws(Refusal)
    -> Int64
  {
    guard let text = try value(name) else { return fallback }
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int64(text), range.contains(number)
    else {
      throw .badRequest("\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// `text` without percent-encoding; `nil` when that is malformed or not UTF-8.
  static func decoded(_ text: Substring, plusIsSpace: Bool = true) -> String? {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
      return String(text)
    }
    let plain = plusIsSpace ? text.replacing("+", with: " ") : text
    return plain.removingPercentEncoding
  }
}
