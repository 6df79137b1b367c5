import Foundation

/// Feeds a body to the decoder at once, byte by byte and in chunks whose size the input chooses: all three
/// must agree with each other and with ``ReferenceMultipart``, which sees the whole body and takes its time.
///
/// The first byte chooses the chunk size; the rest is the body, and is also read as a `Content-Type`. The
/// limits are tight so that they are met often.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Data(UnsafeBufferPointer(start: start, count: count))
  guard let first = input.first else { return 0 }
  let body = Data(input.dropFirst())
  checkContentType(String(decoding: body, as: UTF8.self))

  guard let boundary = try? MultipartBoundary("X-") else { fatalError("the boundary is good") }
  var limits = MultipartDecoder.Limits()
  limits.partCount = 3
  limits.headerBytes = 100
  limits.partBytes = 40
  limits.bodyBytes = 250
  let expected = ReferenceMultipart(boundary: boundary, limits: limits).decode(body)
  for size in Set([1, Int(first) + 2, max(1, body.count)]) {
    let outcome = decode(body, boundary, limits, inChunksOf: size)
    require(outcome == expected, "chunks of \(size): \(outcome), but expected \(expected)")
  }
  return 0
}

/// What came of a body: its parts, or the code of the error.
enum Outcome: Equatable {
  case parts([MultipartDecoder.Part])
  case refused(MultipartError.Code)
}

private func decode(
  _ body: Data, _ boundary: MultipartBoundary, _ limits: MultipartDecoder.Limits, inChunksOf size: Int
) -> Outcome {
  var decoder = MultipartDecoder(boundary: boundary, limits: limits)
  var parts: [MultipartDecoder.Part] = []
  var isInPart = false
  var isFinished = false
  do throws(MultipartError) {
    for start in stride(from: 0, to: body.count, by: size) {
      for event in try decoder.decode(body.dropFirst(start).prefix(size)) {
        require(!isFinished, "an event after the last")
        switch event {
        case .partBegan(let header):
          require(!isInPart, "a part within a part")
          isInPart = true
          parts.append(.init(header: header, content: Data()))
        case .partData(let data):
          require(isInPart && !data.isEmpty, "content of nothing, or no content")
          parts[parts.count - 1].content.append(data)
        case .partEnded:
          require(isInPart, "the end of no part")
          isInPart = false
        case .finished:
          require(!isInPart, "the end of the body within a part")
          isFinished = true
        }
      }
    }
    try decoder.finish()
    require(isFinished, "an end that was not reported")
    return .parts(parts)
  } catch {
    return .refused(error.code)
  }
}

/// A boundary that can be read can be announced and read again.
private func checkContentType(_ text: String) {
  guard let boundary = try? MultipartBoundary(contentType: text) else { return }
  let again = try? MultipartBoundary(contentType: boundary.contentType)
  require(again == boundary, "\(boundary.contentType) gives \(String(describing: again))")
}
