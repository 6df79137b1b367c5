import Foundation
import OpenMarketHTTP

/// The parts of `body`, or why it has none.
func decode(
  _ body: Data, contentType: String = "multipart/form-data; boundary=XYZ",
  limits: MultipartDecoder.Limits = .init()
) -> Result<[MultipartDecoder.Part], MultipartError> {
  Result { () throws(MultipartError) in
    try MultipartDecoder.parts(of: body, contentType: contentType, limits: limits)
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
