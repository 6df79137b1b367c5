import Foundation
import OpenMarketHTTP

/// The page that says what a file is and where its tables begin: damage to it alone would otherwise lose everything.
///
/// Files that the same migrations have made have their tables at the same places, because their roots come first
/// (`auto_vacuum`).
enum FirstPage {
  static let size = 4096

  /// The first page of a file, in which its log must have been emptied; `nil` when there is none.
  static func read(_ path: String) -> Data? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    guard let page = try? file.read(upToCount: size), page.count == size else { return nil }
    return page
  }

  /// Copies a file, with what its log holds and with another first page, and returns whether there is a copy.
  static func replace(by page: Data, in path: String, as copy: String) -> Bool {
    // First: what another process moves from the log into the file meanwhile is then in both.
    let log = LoggedPages(RawFile.readableBytes(path + "-wal", blockSize: size) ?? Data())
    guard var bytes = RawFile.readableBytes(path, blockSize: size) else { return false }
    log.replacePages(in: &bytes)
    guard bytes.count > size else { return false }
    var page = page
    // No log, and no length that would count for more than the file's own.
    page.replaceSubrange(18..<20, with: [1, 1])
    page.replaceSubrange(92..<96, with: [0, 0, 0, 0])
    bytes.replaceSubrange(0..<size, with: page)
    let file = unsafe open(copy, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
    return RegularFile.write(bytes, into: file)
  }
}
