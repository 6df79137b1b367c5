package import Foundation

/// Reads files that a user names, and nothing else of that name: a pipe may never end, and a device is no file.
package enum RegularFile {
  /// The reason why nothing can be read.
  package enum Failure: Error, Hashable {
    /// There is nothing of that name.
    case missing
    /// It is a folder, a pipe, a socket or a device.
    case notAFile
    /// The system refuses it; its reason.
    case unreadable(String)

    /// The reason in words, for after a colon.
    package var reason: String {
      switch self {
      case .missing: "there is no such file"
      case .notAFile: "it is not a file; folders, pipes and devices are not read"
      case .unreadable(let reason): reason
      }
    }
  }

  /// Returns the contents of the file at `url`, of which no more than `limit` bytes are read.
  package static func read(_ url: URL, upTo limit: Int) throws(Failure) -> Data {
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
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure.notAFile
    }
    do {
      return try file.read(upToCount: limit) ?? Data()
    } catch {
      throw Failure.unreadable(error.localizedDescription)
    }
  }
}
