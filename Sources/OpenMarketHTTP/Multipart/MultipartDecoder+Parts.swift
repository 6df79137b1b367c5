package import Foundation

extension MultipartDecoder {
  /// A part with its whole content.
  package struct Part: Sendable, Hashable {
    package var header: PartHeader
    /// The bytes.
    package var content: Data

    package init(header: PartHeader, content: Data) {
      self.header = header
      self.content = content
    }
  }

  /// The parts of a body that is in memory already, in the order they were sent.
  ///
  /// - Parameters:
  ///   - body: The whole body.
  ///   - contentType: The value of the request's `Content-Type` field, which names the boundary.
  ///   - limits: How large the body and its pieces may be.
  /// - Returns: The parts with copies of their contents.
  /// - Throws: ``MultipartError``.
  package static func parts(
    of body: Data, contentType: String, limits: Limits = Limits()
  ) throws(MultipartError) -> [Part] {
    var decoder = MultipartDecoder(boundary: try MultipartBoundary(contentType: contentType), limits: limits)
    var parts: [Part] = []
    var header: PartHeader?
    var content = Data()
    for event in try decoder.decode(body) {
      switch event {
      case .partBegan(let began): header = began
      case .partData(let data): content.append(data)
      case .partEnded:
        if let header { parts.append(Part(header: header, content: content)) }
        content = Data()
      case .finished: break
      }
    }
    try decoder.finish()
    return parts
  }
}
