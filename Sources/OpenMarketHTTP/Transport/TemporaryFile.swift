import Foundation
import OpenMarketPacing

/// A file that is removed with the last reference to it; only its owner may read it.
final class TemporaryFile: Sendable {
  let url: URL
  private let handle: FileHandle

  init(in folder: URL) throws(HTTPError) {
    url = folder.appendingPathComponent("openmarket-\(UUID.random().uuidString).body")
    let isMade = FileManager.default.createFile(
      atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
    do {
      guard isMade else { throw CocoaError(.fileWriteNoPermission) }
      handle = try FileHandle(forWritingTo: url)
    } catch {
      throw HTTPError(
        fault: .cannotWriteFile, "No temporary file can be made in \(folder.path).", cause: error)
    }
  }

  deinit {
    try? handle.close()
    try? FileManager.default.removeItem(at: url)
  }

  func append(_ chunk: Data) throws(HTTPError) {
    do {
      try handle.write(contentsOf: chunk)
    } catch {
      throw HTTPError(
        fault: .cannotWriteFile, "The temporary file \(url.path) cannot be written: is the disk full?",
        cause: error)
    }
  }

  func close() throws { try handle.close() }
}
