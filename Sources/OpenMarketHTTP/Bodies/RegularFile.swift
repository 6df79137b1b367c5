package import Foundation
import OpenMarketPacing

/// Reads files that a user names, and nothing else of that name: a pipe may never end, and a device is no file.
package enum RegularFile {
  /// The reason why nothing can be read.
  package enum Failure: Error, Hashable {
    /// There is nothing of that name.
    case missing
    /// It is a folder, a pipe, a socket or a device.
    case notAFile
    /// It has more than so many bytes.
    case tooLarge(limit: Int)
    /// The system refuses it; its reason.
    case unreadable(String)

    /// The reason in words, for after a colon.
    package var reason: String {
      switch self {
      case .missing: "there is no such file"
      case .notAFile: "it is not a file; folders, pipes and devices are not read"
      case .tooLarge(let limit): "it has more than \(limit) bytes"
      case .unreadable(let reason): reason
      }
    }
  }

  /// Returns the contents of the file at `url`.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - limit: The maximum number of bytes that are read.
  ///   - cutsRest: Whether the beginning of a longer file is returned, for a caller with an error of its own (default: no).
  /// - Returns: At most `limit` bytes.
  /// - Throws: ``Failure``.
  package static func read(_ url: URL, upTo limit: Int, cutsRest: Bool = false) throws(Failure) -> Data {
    // Not blocking, or a pipe without a writer would keep the caller for ever.
    let descriptor = unsafe open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: throw Failure.missing
      // A socket.
      case ENXIO: throw Failure.notAFile
      case let number: throw Failure.unreadable(unsafe String(cString: strerror(number)))
      }
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.isRegularFile else { throw Failure.notAFile }
    guard cutsRest || Int64(status.st_size) <= limit else { throw Failure.tooLarge(limit: limit) }
    do {
      return try file.read(upToCount: limit) ?? Data()
    } catch {
      throw Failure.unreadable(error.systemReason)
    }
  }

  /// Puts a whole file in the place of the one at `url`, with its permissions, or leaves that as it is; `errno` says why.
  ///
  /// - Returns: Whether it is there.
  package static func replace(_ url: URL, with data: Data) -> Bool {
    let draft = url.deletingLastPathComponent().appending(path: ".\(UUID.random().uuidString).new").path
    var status = stat()
    let file = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if file >= 0, unsafe stat(url.path, &status) == 0 { fchmod(file, status.st_mode & 0o777) }
    if write(data, into: file, isFlushed: true), unsafe rename(draft, url.path) == 0 { return true }
    let number = errno
    if file >= 0 { _ = unsafe unlink(draft) }
    errno = number
    return false
  }

  /// Writes everything into the file or pipe that `file` describes, and closes it; `errno` says why not.
  ///
  /// Foundation's `Data.write(to:)` does not: where the system takes only some of the bytes, it writes the first ones again in
  /// place of the rest.
  ///
  /// - Returns: Whether all of it is there, and on the disk if `isFlushed`.
  package static func write(_ data: Data, into file: CInt, isFlushed: Bool = false) -> Bool {
    guard file >= 0 else { return false }
    let isWritten = writeAll(data, to: file) && (!isFlushed || flushToDisk(file))
    let number = errno
    guard close(file) == 0 else { return false }
    errno = number
    return isWritten
  }
}

extension stat {
  /// Whether it is neither a folder nor a link, pipe or device. Whose it is does not count: some disks know no owners.
  package var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
}
