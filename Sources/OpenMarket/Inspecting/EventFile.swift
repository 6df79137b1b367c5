import Foundation
import OpenMarketHTTP
import Synchronization

/// A file of events, which only its owner may read.
final class EventFile: Sendable {
  private let handle: FileHandle
  private let path: String
  private let limit: Int
  private let written = Atomic(0)

  /// Makes the file, in which nothing more is recorded after `limit` bytes.
  /// - Throws: `HTTPError` with `invalidInput` when there is one already, or none can be made.
  init(creating url: URL, limit: Int) throws(HTTPError) {
    (path, self.limit) = (url.path, limit)
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let reason =
        errno == EEXIST || errno == ELOOP
        ? "it is there already, and recordings overwrite nothing: remove it or name another"
        : "is its folder there, may it be written to?"
      throw HTTPError(.invalidInput, "\(path) cannot be made as a file of events: \(reason)")
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  func write(_ line: Data) throws(StoreError) {
    guard written.add(line.count, ordering: .relaxed).newValue <= limit else {
      throw StoreError(
        .diskFull, "\(path) has reached \(limit >> 20) MiB: the events from now on are not in it.")
    }
    do {
      try handle.write(contentsOf: line)
    } catch {
      throw StoreError(.diskFull, "\(path) could not be written to its end: is the disk full?", cause: error)
    }
  }
}
