import Foundation

/// Splits a whole body by comparing at every position; slow, and simple enough to be seen to be right.
///
/// Only the reading of a header block is shared with the decoder under test.
struct ReferenceMultipart {
  let boundary: MultipartBoundary
  let limits: MultipartDecoder.Limits

  func decode(_ body: Data) -> Outcome {
    let outcome = split(Array(body.prefix(limits.bodyBytes)))
    if body.count <= limits.bodyBytes { return outcome }
    // Behind the limit nothing is looked at, so only an error before it comes first.
    switch outcome {
    case .parts, .refused(.truncated): return .refused(.bodyTooLarge)
    default: return outcome
    }
  }

  private func split(_ body: [UInt8]) -> Outcome {
    let dashes = Array("--\(boundary.text)".utf8)
    let delimiter = Array("\r\n".utf8) + dashes
    var parts: [MultipartDecoder.Part] = []

    guard var position = body.starts(with: dashes) ? dashes.count : end(of: delimiter, in: body, from: 0)
    else { return .refused(.truncated) }
    while true {
      while position < body.count, body[position] == 0x20 || body[position] == 0x09 { position += 1 }
      let rest = body[position...]
      if rest.starts(with: "--".utf8) { return .parts(parts) }
      guard rest.starts(with: "\r\n".utf8) else {
        let isCutOff = rest.isEmpty || rest.elementsEqual("-".utf8) || rest.elementsEqual("\r".utf8)
        return .refused(isCutOff ? .truncated : .malformedDelimiter)
      }
      position += 2
      if parts.count == limits.partCount { return .refused(.tooManyParts) }

      let header = position
      let blankLine = body[header...].starts(with: "\r\n".utf8) ? header + 2 : nil
      guard let content = blankLine ?? end(of: Array("\r\n\r\n".utf8), in: body, from: header),
        content - header <= limits.headerBytes
      else { return .refused(body.count - header > limits.headerBytes ? .headerTooLarge : .truncated) }
      do throws(MultipartError) {
        parts.append(.init(header: try .init(Array(body[header..<content])), content: Data()))
      } catch {
        return .refused(error.code)
      }

      if body[content...].starts(with: dashes) {
        position = content + dashes.count
        continue
      }
      guard let next = end(of: delimiter, in: body, from: content) else {
        return .refused(body.count - content > limits.partBytes ? .partTooLarge : .truncated)
      }
      parts[parts.count - 1].content = Data(body[content..<next - delimiter.count])
      if parts[parts.count - 1].content.count > limits.partBytes { return .refused(.partTooLarge) }
      position = next
    }
  }

  /// The place behind the first `pattern` at or after `start`.
  private func end(of pattern: [UInt8], in body: [UInt8], from start: Int) -> Int? {
    guard body.count - start >= pattern.count else { return nil }
    for position in start...(body.count - pattern.count)
    where body[position...].starts(with: pattern) {
      return position + pattern.count
    }
    return nil
  }
}
