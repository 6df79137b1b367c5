import Foundation

/// Decodes a body, which must agree with ``ReferenceMultipart``, which takes its time.
///
/// The input from its second byte on, as a slice, is the body, and is also read as a `Content-Type`. The limits are tight so that
/// they are met often.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let body = unsafe Data(UnsafeBufferPointer(start: start, count: count)).dropFirst()
  checkContentType(String(decoding: body, as: UTF8.self))

  guard let boundary = try? MultipartBoundary("X-") else { fatalError("the boundary is good") }
  var limits = MultipartDecoder.Limits()
  limits.partCount = 3
  limits.headerBytes = 100
  limits.partBytes = 40
  limits.bodyBytes = 250
  let expected = ReferenceMultipart(boundary: boundary, limits: limits).decode(body)
  let outcome = decode(body, boundary, limits)
  require(outcome == expected, "\(outcome), but expected \(expected)")
  return 0
}

/// What came of a body: its parts, or the code of the error.
enum Outcome: Equatable {
  case parts([MultipartDecoder.Part])
  case refused(MultipartError.Code)
}

private func decode(
  _ body: Data, _ boundary: MultipartBoundary, _ limits: MultipartDecoder.Limits
) -> Outcome {
  do throws(MultipartError) {
    return .parts(
      try MultipartDecoder.parts(of: body, contentType: boundary.contentType, limits: limits))
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
