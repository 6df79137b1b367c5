import Foundation
import HTTPTypes
import OpenMarketHTTP

/// One download over as many requests as it takes: what to ask for, what a response means, what to do when it
/// breaks. A value without clock and task.
struct DownloadMachine {
  struct Rules: Sendable, Hashable {
    var byteLimit: Int
    /// How often a broken download is continued.
    var resumptions: Int
    /// The delay before the first continuation at most; it doubles.
    var delay: Duration
  }

  /// The step after the head of a response.
  enum HeadOutcome: Hashable {
    /// Read the body.
    case read
    /// The cached file is still right.
    case notModified
    /// Ask again, without conditions.
    case askAgain
  }

  /// The step after the end of a body.
  enum EndOutcome {
    case complete
    /// Go on after a delay of up to so long.
    case resume(within: Duration)
    case fail(any Error)
  }

  private(set) var bytes = Data()
  /// The fields of the last response with content, or of the one that confirmed the cached file.
  private(set) var fields: HTTPFields = [:]
  /// How often it was continued, also from an earlier download.
  private(set) var resumed = 0
  /// The length of the whole file, when it is known.
  private(set) var total: Int?

  private let rules: Rules
  private var validator: String?
  private var condition: HTTPField?
  private var faults = 0
  private var hasAskedAgain = false

  /// Goes on with what an earlier download left, or asks whether a whole file that is cached is still right.
  init(rules: Rules, partial: PartialDownload? = nil, eTag: String? = nil, lastModified: String? = nil) {
    self.rules = rules
    if let eTag {
      condition = HTTPField(name: .ifNoneMatch, value: eTag)
    } else if let lastModified {
      condition = HTTPField(name: .ifModifiedSince, value: lastModified)
    } else if let partial {
      (bytes, validator, total) = (partial.bytes, partial.validator, partial.total)
    }
  }

  /// The formats that are decoded, before others that a server would choose for `image/*`. The rest is for those that
  /// refuse what they know only as bytes.
  private static let accepted =
    ([.jpeg, .png, .webP, .gif].filter(SystemImageDecoder.supports).map(\.rawValue)
    + ["image/*;q=0.8", "*/*;q=0.5"]).joined(separator: ", ")

  var requestFields: HTTPFields {
    var result: HTTPFields = [:]
    result[.accept] = Self.accepted
    if let condition {
      result.append(condition)
    } else if let validator, !bytes.isEmpty {
      result[.range] = "bytes=\(bytes.count)-"
      result[.ifRange] = validator
    }
    return result
  }

  /// The part that can be continued later, if any.
  var partial: PartialDownload? {
    // Of all bytes not the last one: a range that begins at the end is refused.
    let kept = bytes.count == total ? bytes.dropLast() : bytes
    guard let validator, !kept.isEmpty else { return nil }
    return PartialDownload(bytes: kept, validator: validator, total: total)
  }

  mutating func begin(_ head: HTTPResponse) throws(ImageError) -> HeadOutcome {
    switch head.status.code {
    case 304:
      if condition != nil {
        fields = head.headerFields
        return .notModified
      }
      return try askAgain("the server reports an image as unchanged that is not cached")
    case 206:
      let range = ContentRange(head.headerFields[.contentRange])
      // Some servers send a whole file as a part of it.
      if let range, range.isWhole {
        beginFile(head.headerFields, length: range.total)
        break
      }
      guard condition == nil, !bytes.isEmpty, let range, range.start == bytes.count,
        validator == Self.validator(head.headerFields) ?? validator
      else { return try askAgain("the server sends another part of the file than it was asked for") }
      total = range.total ?? total
      resumed += 1
    default:
      beginFile(head.headerFields, length: head.headerFields[.contentLength].flatMap { Int($0) })
    }
    fields = head.headerFields
    if let total, total > rules.byteLimit { throw tooLong(total) }
    return .read
  }

  /// The file comes from its beginning.
  private mutating func beginFile(_ fields: HTTPFields, length: Int?) {
    restart()
    // Of an encoded file the length is that of the encoded bytes, and a part of them could not be decoded.
    guard fields[.contentEncoding] == nil else { return }
    (validator, total) = (Self.validator(fields), length)
  }

  mutating func append(_ chunk: Data) throws(ImageError) {
    bytes.append(chunk)
    guard bytes.count <= rules.byteLimit else { throw tooLong(bytes.count) }
  }

  /// A body has ended, or a request has failed with `error`.
  mutating func end(_ error: (any Error)?) -> EndOutcome {
    var error = error
    if error == nil {
      guard let total, bytes.count != total else { return .complete }
      error = HTTPError(fault: .truncatedBody, "\(bytes.count) of \(total) bytes arrived.")
      // More than announced, or a part that does not fit: none of it can be trusted.
      if bytes.count > total { restart() }
    }
    guard let error else { return .complete }
    guard let report = error as? HTTPError else { return .fail(error) }
    // The transport has the same limit, and counts also what has not been read.
    if report.fault == .responseTooLarge { return .fail(tooLong(rules.byteLimit)) }
    // Without a context, it is of a stream that broke.
    if report.context != nil {
      // The client has tried as often as it should; only a part that is not there is worth another question.
      guard report.status?.code == 416, !bytes.isEmpty else { return .fail(error) }
      restart()
    }
    guard faults < rules.resumptions else { return .fail(error) }
    faults += 1
    // What cannot be continued begins anew.
    if validator == nil { restart() }
    return .resume(within: rules.delay * (1 << min(faults - 1, 10)))
  }

  private mutating func askAgain(_ problem: String) throws(ImageError) -> HeadOutcome {
    guard !hasAskedAgain else { throw ImageError(.network, problem) }
    hasAskedAgain = true
    restart()
    return .askAgain
  }

  private mutating func restart() {
    (bytes, validator, condition, total) = (Data(), nil, nil, nil)
  }

  private func tooLong(_ count: Int) -> ImageError {
    ImageError(
      .tooLarge, "the file of \(count) bytes or more is longer than the \(rules.byteLimit) allowed")
  }

  /// Returns the validator for `If-Range`: a weak tag is not allowed there (RFC 9110, section 13.1.5).
  private static func validator(_ fields: HTTPFields) -> String? {
    if let tag = fields[.eTag], !tag.hasPrefix("W/") { return tag }
    return fields[.lastModified]
  }
}

/// The beginning of a file, and what tells whether the rest still belongs to it.
struct PartialDownload: Sendable, Hashable {
  var bytes: Data
  /// A strong `ETag`, or `Last-Modified`: what goes into `If-Range`.
  var validator: String
  /// The length of the whole file, when it is known.
  var total: Int?
}

/// A `Content-Range` of bytes.
private struct ContentRange {
  var start: Int
  var total: Int?
  /// Whether it is all of the file.
  var isWhole: Bool

  init?(_ text: String?) {
    guard let parts = text?.split(whereSeparator: { " -/".contains($0) }), parts.count == 4,
      parts[0].lowercased() == "bytes", let start = Int(parts[1]), let end = Int(parts[2]), end >= start
    else { return nil }
    self.start = start
    total = Int(parts[3])
    isWhole = start == 0 && total.map { end == $0 - 1 } ?? false
  }
}
