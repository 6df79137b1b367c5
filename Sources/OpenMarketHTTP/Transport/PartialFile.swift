import Foundation
import OpenMarketPacing
import Synchronization

/// A file in the making, beside the place where it goes once it is whole.
///
/// Written to directly rather than through a download task: those of Linux open the file anew for every chunk
/// and end the process when the disk is full.
final class PartialFile: Sendable {
  private let destination: URL
  private let part: URL
  private let handle: Mutex<FileHandle?>

  /// Makes an empty file next to `destination`, so that a missing or unwritable folder shows before anything
  /// is sent, and so that the move into place stays within one file system.
  convenience init(for destination: URL) throws(HTTPError) {
    guard destination.isFileURL else {
      throw HTTPError(fault: .invalidRequest, "The destination is not a file URL: \(destination).")
    }
    if (try? destination.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true {
      throw HTTPError(fault: .cannotWriteFile, "The destination is a folder: \(destination.path).")
    }
    let part = destination.deletingLastPathComponent()
      .appendingPathComponent(".\(destination.lastPathComponent).\(UUID.random().uuidString).part")
    do {
      try Data().write(to: part, options: .withoutOverwriting)
    } catch {
      throw HTTPError(
        fault: .cannotWriteFile,
        "No file can be made in \(part.deletingLastPathComponent().path): is it there, may it be written to?",
        cause: error)
    }
    try self.init(part: part, destination: destination)
  }

  /// Writes to the existing file `part`.
  init(part: URL, destination: URL) throws(HTTPError) {
    self.part = part
    self.destination = destination
    do {
      handle = Mutex(try FileHandle(forWritingTo: part))
    } catch {
      throw HTTPError(fault: .cannotWriteFile, "\(part.path) cannot be opened.", cause: error)
    }
  }

  deinit { discard() }

  /// Appends `chunk`; does nothing once the file has been discarded.
  func append(_ chunk: Data) throws(HTTPError) {
    do {
      try handle.withLock { try $0?.write(contentsOf: chunk) }
    } catch {
      throw HTTPError(
        fault: .cannotWriteFile, "\(destination.path) cannot be written: is the disk full?", cause: error)
    }
  }

  /// Moves the file into place, over whatever was there, in one step.
  /// - Returns: Where it is now; `nil` when it had been discarded.
  func commit() throws(HTTPError) -> URL? {
    do {
      return try handle.withLock { handle in
        guard let open = handle.take() else { return nil }
        do {
          try open.close()
          guard unsafe rename(part.path, destination.path) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
          }
        } catch {
          try? FileManager.default.removeItem(at: part)
          throw error
        }
        return destination
      }
    } catch {
      throw HTTPError(
        fault: .cannotWriteFile, "The file cannot be moved to \(destination.path).", cause: error)
    }
  }

  /// Removes the file, unless it is in place already.
  func discard() {
    handle.withLock { handle in
      guard let open = handle.take() else { return }
      try? open.close()
      try? FileManager.default.removeItem(at: part)
    }
  }
}
