import Foundation
import OpenMarket
import OpenMarketHTTP

extension RegularFile {
  /// Returns the contents of a file that the command line calls `name`; see ``read(_:upTo:cutsRest:)``. The error for what is
  /// no file has `hint` at its end.
  /// - Throws: `StoreError` with `invalidInput` when it is too large, else with `notStored`: there is nothing that can be read.
  static func read(
    _ url: URL, named name: String, upTo limit: Int, cutsRest: Bool = false, hint: String = ""
  ) throws(StoreError) -> Data {
    do {
      return try read(url, upTo: limit, cutsRest: cutsRest)
    } catch {
      let code: StoreError.Code = if case .tooLarge = error { .invalidInput } else { .notStored }
      let hint = error == .notAFile ? hint : ""
      throw StoreError(code, "'\(name.printable)' cannot be read: \(error.reason)\(hint)")
    }
  }

  /// Refuses the name of no file that can be read, for what reads it by itself, and would wait for a pipe.
  /// - Throws: `HTTPError` with `notFound`: a `StoreError` would be taken for one of the store, without which commands go on.
  static func requireReadable(_ name: String) throws(HTTPError) {
    do {
      _ = try read(URL(argument: name), named: name, upTo: 1, cutsRest: true)
    } catch {
      throw HTTPError(.notFound, error.message)
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
    // Without a current folder, a relative path is that of no file.
    let refusal = !url.isFileURL ? ENOENT : kind == S_IFDIR ? EISDIR : nil
    if refusal == nil {
      let isDone =
        kind == S_IFREG
        ? replace(url.linkTarget, with: data)
        : unsafe write(data, into: open(url.path, O_WRONLY | O_CLOEXEC))
      if isDone { return }
    }
    let (code, reason): (StoreError.Code, String) =
      switch refusal ?? errno {
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
