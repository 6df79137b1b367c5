import Foundation

/// A recording on the disk, which is whole JSON after each exchange: one line for each, and an end that the next
/// one replaces in the same write.
///
/// Only its owner may read it. Nothing is kept in memory.
struct RecordingFile {
  private let handle: FileHandle
  private var end: UInt64
  private var isEmpty = true

  static let tail = "\n]}}\n"

  /// Makes the file.
  /// - Throws: ``HTTPError`` when there is one already, or none can be made.
  init(creating url: URL) throws(HTTPError) {
    let descriptor = unsafe open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let reason =
        errno == EEXIST
        ? "it is there already, and recordings overwrite nothing: remove it or name another"
        : "is its folder there, may it be written to?"
      throw HTTPError(fault: .cannotWriteFile, "\(url.path) cannot be made as a recording: \(reason)")
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let creator = "{\"name\":\"swift-openmarket\",\"version\":\"\(UserAgent.libraryVersion)\"}"
    let head = "{\"log\":{\"version\":\"1.2\",\"creator\":\(creator),\"entries\":["
    end = UInt64(head.utf8.count)
    do {
      try handle.write(contentsOf: Data((head + Self.tail).utf8))
    } catch {
      // It would forbid the next one of this name.
      _ = unsafe unlink(url.path)
      throw HTTPError(
        fault: .cannotWriteFile, "\(url.path) cannot be written: is the disk full?", cause: error)
    }
  }

  /// Appends an exchange in one write.
  mutating func append(_ entry: HAREntry) throws {
    var line = Data((isEmpty ? "\n" : ",\n").utf8)
    line += try EventJSON.encoder.encode(entry)
    let next = end + UInt64(line.count)
    line += Data(Self.tail.utf8)
    try handle.seek(toOffset: end)
    try handle.write(contentsOf: line)
    (end, isEmpty) = (next, false)
  }

  func close() throws { try handle.close() }
}
