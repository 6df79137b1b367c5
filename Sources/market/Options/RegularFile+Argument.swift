import Foundation
import OpenMarket
import OpenMarketHTTP

extension RegularFile {
  /// Returns the contents of a file that the command line calls `name`; see ``read(_:upTo:cutsRest:)``.
  /// - Throws: `StoreError` with `notStored` when there is none, with `invalidInput` when it is too large, else with
  ///   `notPermitted`.
  static func read(
    _ url: URL, named name: String, upTo limit: Int, cutsRest: Bool = false
  ) throws(StoreError) -> Data {
    do {
      return try read(url, upTo: limit, cutsRest: cutsRest)
    } catch {
      let code: StoreError.Code =
        switch error {
        case .missing: .notStored
        case .tooLarge: .invalidInput
        case .notAFile, .unreadable: .notPermitted
        }
      throw StoreError(code, "'\(name.printable)' cannot be read: \(error.reason)")
    }
  }

  /// Writes a whole file that the command line calls `name`, in place of a former one.
  ///
  /// A link keeps leading to it. A pipe or a device is written to: a file in the place of `/dev/stdout` would be a fault of
  /// the whole machine, which an administrator's command can make. The file of standard output, which `/dev/stdout` may lead
  /// to, is refused: it may be a log.
  /// - Throws: `StoreError` with the code of the reason.
  static func write(_ data: Data, named name: String) throws(StoreError) {
    let url = URL(argument: name)
    var (status, output) = (stat(), stat())
    let kind = unsafe stat(url.path, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
    if kind == S_IFREG, unsafe fstat(STDOUT_FILENO, &output) == 0,
      (output.st_dev, output.st_ino) == (status.st_dev, status.st_ino)
    {
      throw StoreError(
        .notPermitted, "'\(name.printable)' is not replaced: it is standard output's; -o - writes there")
    }
    let isDone =
      switch kind {
      case S_IFREG: replace(url.linkTarget, with: data)
      case S_IFDIR: false
      default: unsafe write(data, into: open(url.path, O_WRONLY | O_CLOEXEC))
      }
    if isDone { return }
    let (code, reason): (StoreError.Code, String) =
      switch kind == S_IFDIR ? EISDIR : errno {
      case ENOSPC, EDQUOT: (.diskFull, "no room is left on the disk")
      case ENOENT: (.notStored, "its folder is not there")
      case EACCES, EPERM: (.notPermitted, "it is not permitted")
      case EROFS: (.notPermitted, "the disk is read-only")
      case EISDIR: (.notPermitted, "it is a folder")
      case let number: (.failed, unsafe String(cString: strerror(number)))
      }
    throw StoreError(code, "'\(name.printable)' cannot be written: \(reason)")
  }
}

extension URL {
  /// Where links lead, also to a file that is not there yet.
  fileprivate var linkTarget: URL {
    var url = self
    // As many as the system follows.
    for _ in 0..<40 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else { break }
      url = URL(filePath: next, relativeTo: url.deletingLastPathComponent())
    }
    return url
  }
}
