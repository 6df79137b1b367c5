public import Foundation

extension ResponseBody {
  /// Returns the bytes in memory, whatever form they came in.
  /// - Throws: ``HTTPError`` with the code `invalidResponse` after `limit` bytes, or the stream's error.
  public func collected(upTo limit: Int64) async throws -> Data {
    switch self {
    case .data(let data): return data
    case .file(let url): return try Data(contentsOf: url)
    case .stream(let chunks):
      var data = Data()
      for try await chunk in chunks {
        data.append(chunk)
        guard data.count <= limit else {
          throw HTTPError(fault: .responseTooLarge, "The response is longer than \(limit) bytes.")
        }
      }
      return data
    }
  }
}
