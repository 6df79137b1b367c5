import Foundation
import OpenMarketHTTP

/// Decodes `body` in chunks of `chunk` bytes.
func decode(
  _ body: Data, contentType: String = "multipart/form-data; boundary=XYZ",
  limits: MultipartDecoder.Limits = .init(), chunk: Int
) -> Result<[MultipartDecoder.Part], MultipartError> {
  decode(
    stride(from: 0, to: body.count, by: chunk).map { body.dropFirst($0).prefix(chunk) },
    contentType: contentType, limits: limits)
}

/// Decodes a body that arrives in `chunks`.
func decode(
  _ chunks: [Data], contentType: String, limits: MultipartDecoder.Limits = .init()
) -> Result<[MultipartDecoder.Part], MultipartError> {
  Result { () throws(MultipartError) in
    var decoder = MultipartDecoder(boundary: try MultipartBoundary(contentType: contentType), limits: limits)
    var parts: [MultipartDecoder.Part] = []
    for chunk in chunks {
      for event in try decoder.decode(chunk) {
        switch event {
        case .partBegan(let header): parts.append(.init(header: header, content: Data()))
        case .partData(let data): parts[parts.count - 1].content.append(data)
        case .partEnded, .finished: break
        }
      }
    }
    try decoder.finish()
    return parts
  }
}

extension Result where Failure == MultipartError {
  /// The code of the failure, if it is one.
  var code: MultipartError.Code? {
    if case .failure(let error) = self { error.code } else { nil }
  }
}

extension MultipartForm {
  /// The code of the error that making the body throws, if it throws.
  var failure: MultipartError.Code? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? MultipartError)?.code
    }
  }
}

/// The code of the error that `work` throws, if it throws.
func code(_ work: () throws(MultipartError) -> Void) -> MultipartError.Code? {
  Result { () throws(MultipartError) in try work() }.code
}

/// `name|file name|content type|content`, with `-` for what is missing.
func describe(_ part: MultipartDecoder.Part) -> String {
  let header = part.header
  let content = String(decoding: part.content, as: UTF8.self)
  return "\(header.name)|\(header.fileName ?? "-")|\(header.contentType ?? "-")|\(content)"
}

extension MultipartForm {
  /// What makes the chunks of the form's body.
  func chunks() throws -> @Sendable () -> AsyncThrowingStream<Data, any Error> {
    guard case .stream(_, let chunks) = try body() else { throw BodyIsNoStream() }
    return chunks
  }

  /// The bytes that the form's body yields, and the length it announces.
  func sent() async throws -> (bytes: Data, length: Int64?) {
    guard case .stream(let length, let chunks) = try body() else { throw BodyIsNoStream() }
    return (try await chunks().reduce(Data(), +), length)
  }

  struct BodyIsNoStream: Error {}
}

/// Runs `work` with a folder that is removed afterwards.
func withTemporaryFolder(_ work: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await work(folder)
}
