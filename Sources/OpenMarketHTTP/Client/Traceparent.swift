/// The trace that a request belongs to: the value of `traceparent` (W3C Trace Context, version 00).
enum Traceparent {
  /// Whether `text` is `00-<trace>-<parent>-<flags>`, in lower-case hex digits, with identifiers that are not all zeros.
  static func isValid(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == [2, 32, 16, 2]
      && parts.allSatisfy { $0.allSatisfy { $0.isDigit || "abcdef".utf8.contains($0) } }
      && parts[0].elementsEqual("00".utf8)
      && parts[1...2].allSatisfy { $0.contains { $0 != UInt8(ascii: "0") } }
  }
}
