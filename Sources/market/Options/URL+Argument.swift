import Foundation
import OpenMarketAPI

extension URL {
  /// The file that the command line, the environment or a file calls `path`.
  ///
  /// A shell leaves `~/` in `--option=~/file`, and files have no shell. It is `$HOME` here, as there; Foundation takes the
  /// home that the system knows of the account, which is another under `sudo` and in containers.
  init(
    argument path: String, directoryHint hint: DirectoryHint = .inferFromPath, relativeTo folder: URL? = nil
  ) {
    if path == "~" || path.hasPrefix("~/") {
      self = UserFolder.home().appending(path: path.dropFirst(2), directoryHint: hint)
    } else {
      self.init(filePath: path, directoryHint: hint, relativeTo: folder)
    }
  }

  /// Whether there is no current folder any more, so that a relative path is that of no file.
  static var currentFolderIsGone: Bool {
    let path = unsafe getcwd(nil, 0)
    defer { unsafe free(path) }
    return unsafe path == nil && errno == ENOENT
  }
}
