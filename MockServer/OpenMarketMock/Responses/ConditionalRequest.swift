import Foundation
import HTTPTypes

/// Validators and ranges (RFC 9110, sections 8.8.3, 13 and 14).
extension MockResponse {
  /// This response with a strong `ETag`, or 304 without a body when the client holds these very bytes.
  func revalidated(for request: HTTPRequest) -> MockResponse {
    let tag = "\"\(ContentHash(body).text)\""
    if let condition = request.headerFields[.ifNoneMatch], condition.lists(tag) {
      return MockResponse(head: HTTPResponse(status: .notModified, headerFields: [.eTag: tag]))
    }
    var response = self
    response.head.headerFields[.eTag] = tag
    return response
  }

  /// This response, already ``revalidated(for:)``, cut to the one byte range asked for.
  func ranged(for request: HTTPRequest) -> MockResponse {
    guard head.status == .ok else { return self }
    var response = self
    response.head.headerFields[.acceptRanges] = "bytes"
    guard request.method == .get, let text = request.headerFields[.range] else { return response }
    // A range of other bytes than the client holds would be of no use to it.
    if let condition = request.headerFields[.ifRange], condition != head.headerFields[.eTag] {
      return response
    }
    switch ByteRange(text, of: body.count) {
    case .whole: return response
    case .part(let range):
      response.head.status = .partialContent
      response.head.headerFields[.contentRange] =
        "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)"
      response.body = body.subdata(
        in: body.startIndex + range.lowerBound..<body.startIndex + range.upperBound)
      return response
    case .unsatisfiable:
      return .error(
        Refusal(
          .rangeNotSatisfiable, "The image has \(body.count) bytes.",
          fields: [.contentRange: "bytes */\(body.count)", .acceptRanges: "bytes"]))
    }
  }
}

extension String {
  /// Whether `tag` is in this value of `If-None-Match`, by weak comparison, or the value is `*`.
  fileprivate func lists(_ tag: String) -> Bool {
    split(separator: ",").contains { item in
      let item = item.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
      return [tag, "W/" + tag, "*", "W/*"].contains(item)
    }
  }
}

/// The range of a body that a `Range` field asks for.
enum ByteRange: Equatable {
  /// Everything: the field is malformed, of another unit, or names several ranges.
  case whole
  /// Some bytes, at least one.
  case part(Range<Int>)
  /// Nothing that exists.
  case unsatisfiable

  init(_ text: String, of count: Int) {
    self = .whole
    let text = text.filter { $0 != " " && $0 != "\t" }
    guard text.lowercased().hasPrefix("bytes=") else { return }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.position(ends[0]), let last = Self.position(ends[1]) else {
      return
    }
    switch (first, last) {
    case (nil, nil): return
    case (nil, let length?):
      self = length > 0 && count > 0 ? .part(max(0, count - length)..<count) : .unsatisfiable
    case (let start?, let end):
      if let end, end < start { return }
      let upper = min(end ?? Int.max - 1, count - 1) + 1
      self = start < count ? .part(start..<upper) : .unsatisfiable
    }
  }

  /// A position; `.some(nil)` when left out, `nil` when malformed.
  ///
  /// Beyond Int it counts as the largest.
  private static func position(_ text: Substring) -> Int?? {
    if text.isEmpty { return .some(nil) }
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return Int(text) ?? Int.max - 1
  }
}
