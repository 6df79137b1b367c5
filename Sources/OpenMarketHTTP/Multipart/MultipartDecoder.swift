package import Foundation

/// Takes a `multipart/form-data` body apart while it arrives, in constant memory.
///
/// Feed it the chunks in order, each of any size: boundaries and headers may be split anywhere, and the
/// outcome does not depend on where. A value without locks or tasks, so a server can hold one a connection.
///
/// ```swift
/// var decoder = MultipartDecoder(boundary: try MultipartBoundary(contentType: field))
/// for try await chunk in body {
///   for event in try decoder.decode(chunk) { … }
/// }
/// try decoder.finish()
/// ```
///
/// It reads what RFC 7578 and browsers write and what is common besides: a preamble and an epilogue, spaces
/// after a boundary, names quoted or bare, headers without the space after the colon. It insists on CRLF.
package struct MultipartDecoder: Sendable {
  /// An element found in the body.
  package enum Event: Sendable, Hashable {
    /// A part's headers are complete.
    case partBegan(PartHeader)
    /// Some of the part's content, never empty; a slice of the chunk where possible.
    case partData(Data)
    /// The part's content is complete.
    case partEnded
    /// The closing boundary was read. What follows it is ignored.
    case finished
  }

  /// How large a body and its pieces may be.
  package struct Limits: Sendable, Hashable {
    /// Most parts; default 100.
    package var partCount = 100
    /// Most bytes of a part's headers including the blank line after them; default 10,240.
    package var headerBytes = 10_240
    /// Most bytes of a part's content; default 16 MiB.
    package var partBytes = 16 << 20
    /// Most bytes of the whole body; default 64 MiB.
    package var bodyBytes = 64 << 20

    package init() {}
  }

  private enum State {
    /// Before the first delimiter.
    case preamble
    /// Behind a delimiter; holds the bytes that followed it so far.
    case delimiterLine([UInt8])
    case header([UInt8])
    case content(bytes: Int)
    case epilogue
    case failed(MultipartError)
  }

  private let search: DelimiterSearch
  private let limits: Limits
  private var state = State.preamble
  /// How many bytes of a delimiter the input ended with.
  ///
  /// At the start of the body and of a part's content
  /// the line break before it is taken as read, since nothing need stand between.
  private var matched = 2
  /// How many of the matched bytes are not content if no delimiter follows.
  private var assumed = 2
  private var partCount = 0
  private var bodyBytes = 0

  /// Makes a decoder for a body with this boundary.
  package init(boundary: MultipartBoundary, limits: Limits = Limits()) {
    search = DelimiterSearch(boundary)
    self.limits = limits
  }

  /// Takes the body's next bytes and returns what they complete.
  /// - Throws: ``MultipartError``; from then on every call throws the same.
  package mutating func decode(_ chunk: Data) throws(MultipartError) -> [Event] {
    if case .failed(let error) = state { throw error }
    do throws(MultipartError) {
      let room = limits.bodyBytes - bodyBytes
      bodyBytes += min(chunk.count, room)
      let events = try scan(chunk.prefix(room))
      if chunk.count > room {
        throw MultipartError(.bodyTooLarge, "the body is longer than \(limits.bodyBytes) bytes")
      }
      return events
    } catch {
      state = .failed(error)
      throw error
    }
  }

  /// Checks that the body has come to its end.
  /// - Throws: ``MultipartError`` with `truncated`, or what an earlier call threw.
  package func finish() throws(MultipartError) {
    switch state {
    case .epilogue: return
    case .failed(let error): throw error
    default: throw MultipartError(.truncated, "the body ends before its closing boundary")
    }
  }

  private mutating func scan(_ chunk: Data) throws(MultipartError) -> [Event] {
    let bytes = chunk.span
    var events: [Event] = []
    var position = 0
    while position < bytes.count {
      switch state {
      case .preamble, .content:
        position = try scanContent(chunk, bytes, from: position, into: &events)
      case .delimiterLine(var line):
        line.append(bytes[position])
        position += 1
        try endDelimiter(line, into: &events)
      case .header(var block):
        state = .epilogue  // Gives up the state's copy, so that the block grows in place.
        block.append(bytes[position])
        position += 1
        try endHeader(block, into: &events)
      case .epilogue, .failed:
        return events
      }
    }
    return events
  }

  /// Passes content on up to the next delimiter or the end of the chunk; returns where it stopped.
  private mutating func scanContent(
    _ chunk: Data, _ bytes: Span<UInt8>, from start: Int, into events: inout [Event]
  ) throws(MultipartError) -> Int {
    var position = start
    if matched > 0 {
      while position < bytes.count, matched < search.delimiter.count,
        bytes[position] == search.delimiter[matched]
      {
        matched += 1
        position += 1
      }
      if matched == search.delimiter.count {
        endContent(into: &events)
        return position
      }
      if position == bytes.count { return position }
      try pass(Data(search.delimiter[assumed..<matched]), into: &events)
      matched = 0
      assumed = 0
    }
    let match = search.firstMatch(in: bytes, from: position)
    let first = chunk.startIndex
    try pass(chunk[first + position..<first + match.start], into: &events)
    matched = match.count
    if matched == search.delimiter.count { endContent(into: &events) }
    return match.start + match.count
  }

  private mutating func pass(_ content: Data, into events: inout [Event]) throws(MultipartError) {
    guard case .content(let count) = state, !content.isEmpty else { return }
    guard content.count <= limits.partBytes - count else {
      throw MultipartError(.partTooLarge, "a part is longer than \(limits.partBytes) bytes")
    }
    state = .content(bytes: count + content.count)
    events.append(.partData(content))
  }

  private mutating func endContent(into events: inout [Event]) {
    if case .content = state { events.append(.partEnded) }
    state = .delimiterLine([])
  }

  /// Looks at the bytes behind a delimiter: `--` closes the body, a line break (perhaps after blanks) begins
  /// a part.
  private mutating func endDelimiter(_ line: [UInt8], into events: inout [Event]) throws(MultipartError) {
    switch line {
    case [0x2D, 0x2D]:
      events.append(.finished)
      state = .epilogue
    case [0x0D, 0x0A]:
      partCount += 1
      guard partCount <= limits.partCount else {
        throw MultipartError(.tooManyParts, "the body has more than \(limits.partCount) parts")
      }
      state = .header([])
    case [0x20], [0x09]: state = .delimiterLine([])
    case [0x2D], [0x0D]: state = .delimiterLine(line)
    default:
      throw MultipartError(.malformedDelimiter, "a boundary is followed by neither a line break nor --")
    }
  }

  /// Reads the header block if its blank line is complete.
  private mutating func endHeader(_ block: [UInt8], into events: inout [Event]) throws(MultipartError) {
    guard block.count <= limits.headerBytes else {
      throw MultipartError(.headerTooLarge, "a part's headers are longer than \(limits.headerBytes) bytes")
    }
    guard block.last == 0x0A, block == [0x0D, 0x0A] || block.suffix(4) == [0x0D, 0x0A, 0x0D, 0x0A] else {
      state = .header(block)
      return
    }
    events.append(.partBegan(try PartHeader(block)))
    state = .content(bytes: 0)
    matched = 2
    assumed = 2
  }
}
