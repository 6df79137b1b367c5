package import Foundation

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
}

extension stat {
  /// Whether it is neither a folder nor a link, pipe or device. Whose it is does not count: some disks know no owners.
  package var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
}
