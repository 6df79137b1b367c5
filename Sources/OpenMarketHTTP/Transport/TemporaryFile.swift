import Foundation
import OpenMarketPacing

/// A file that is removed with the last reference to it; only its owner may read it, also while the device is locked.
final class TemporaryFile: Sendable {
  let url: URL
  private let handle: FileHandle

  init(in folder: URL) throws(HTTPError) {
    url = folder.appendingPathComponent("openmarket-\(UUID.random().uuidString).body")
    // From the beginning: of a stricter class none can be made while the device is locked.
    var attributes = [FileAttributeKey: Any].untilFirstUnlock
    attributes[.posixPermissions] = 0o600
    let isMade = FileManager.default.createFile(atPath: url.path, contents: nil, attributes: attributes)
    do {
      guard isMade else { throw CocoaError(.fileWriteNoPermission) }
      handle = try FileHandle(forWritingTo: url)
    } catch {
      throw HTTPError(
        fault: .cannotWriteFile,
        "No temporary file can be made in \(folder.path): is the disk full, or the device locked?",
        cause: error)
    }
  }

  deinit {
    try? handle.close()
    try? FileManager.default.removeItem(at: url)
  }

  func append(_ chunk: Data) throws(HTTPError) {
    do { try handle.write(contentsOf: chunk) } catch { throw failure(error) }
  }

  func close() throws(HTTPError) {
    do { try handle.close() } catch { throw failure(error) }
  }

  private func failure(_ error: any Error) -> HTTPError {
    HTTPError(
      fault: .cannotWriteFile, "The temporary file \(url.path) cannot be written: is the disk full?",
      cause: error)
  }
}
