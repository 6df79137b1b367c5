import Foundation
import OpenMarketHTTP
import Synchronization

/// The files of a cache: nothing but names, lengths and dates, and never a file that is not the cache's.
struct CacheFolder: Sendable {
  /// An entry in the directory.
  struct File: Hashable, Sendable {
    var name: DiskEntryName
    /// The length of the file in bytes.
    var length: Int64
    /// When it was last used, in milliseconds since 1970.
    var lastUse: Int64
  }

  private static let temporaryPrefix = "tmp-"
  private static let counter = Atomic<UInt64>(0)

  let path: String

  /// Makes the folder if needed, for its owner's eyes only: its photos tell what was viewed.
  init(_ url: URL) throws(ImageError) {
    path = url.path
    do {
      // The permissions of one that is there are the app's choice.
      var status = stat()
      if unsafe stat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR {
        try Self.make(url, withParents: true)
      }
    } catch {
      throw ImageError(.storage, "the image cache's folder cannot be made at \(url.path)", cause: error)
    }
    guard unsafe access(path, R_OK | W_OK | X_OK) == 0 else {
      throw ImageError(.storage, "the image cache's folder \(url.path) cannot be read and written")
    }
  }

  /// Makes the folder, which no backup needs: all that is in it can be loaded again.
  private static func make(_ url: URL, withParents: Bool) throws {
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: withParents, attributes: [.posixPermissions: 0o700])
    url.excludeFromBackup()
  }

  /// Whether the clock was set back since `lastUse`, by more than a minute: how long ago that was is unknown.
  static func isFromFuture(_ lastUse: Int64, _ now: Int64) -> Bool { lastUse > now + 60_000 }

  /// Opens the file of an entry.
  func open(_ name: DiskEntryName, writing: Bool = false) -> OpenFile? {
    OpenFile("\(path)/\(name.fileName)", writing: writing)
  }

  func remove(_ name: DiskEntryName) { unsafe unlink("\(path)/\(name.fileName)") }

  /// Writes a file under another name and then gives it its own, so that no reader ever sees half of it.
  ///
  /// The temporary file is locked while it is written: one that is not belongs to a process that died.
  func write(
    _ head: [UInt8], _ payload: Data, as name: DiskEntryName, date: Int64
  ) -> Bool {
    let number = Self.counter.add(1, ordering: .relaxed).newValue
    let temporary = "\(path)/\(Self.temporaryPrefix)\(getpid())-\(number)-\(UInt32.random(in: 0 ... .max))"
    func create() -> CInt {
      unsafe Foundation.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    var descriptor = create()
    // Apps remove whole folders to free space. One that was removed with what it lay in is not made again.
    if descriptor < 0, errno == ENOENT {
      try? Self.make(URL(filePath: path, directoryHint: .isDirectory), withParents: false)
      descriptor = create()
    }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var isWritten = flock(descriptor, LOCK_EX | LOCK_NB) == 0
    isWritten = isWritten && writeAll(head, to: descriptor) && writeAll(payload, to: descriptor)
    FileDates.set(descriptor, date)
    if unsafe isWritten && rename(temporary, "\(path)/\(name.fileName)") == 0 { return true }
    unsafe unlink(temporary)
    return false
  }

  /// Lists the entries, or those whose keys have the first line with the hash `source`, and removes, if asked to, what
  /// processes that died have left half-written.
  func scan(source: UInt64? = nil, removingAbandoned: Bool = false) -> [File] {
    guard let directory = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(directory) }
    let descriptor = unsafe dirfd(directory)
    var files: [File] = []
    while let entry = unsafe readdir(directory) {
      var status = stat()
      let name: DiskEntryName? = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { text in
          let bytes = unsafe Span(
            _unsafeElements: UnsafeRawBufferPointer(start: text, count: strlen(text)).bindMemory(
              to: UInt8.self))
          if let name = DiskEntryName(fileName: bytes) {
            guard source == nil || source == name.high else { return nil }
            return unsafe fstatat(descriptor, text, &status, AT_SYMLINK_NOFOLLOW) == 0 ? name : nil
          }
          if unsafe removingAbandoned
            && strncmp(text, Self.temporaryPrefix, Self.temporaryPrefix.utf8.count) == 0
          {
            unsafe removeIfAbandoned(text, in: descriptor)
          }
          return nil
        }
      }
      if let name {
        files.append(
          // Some file systems have files whose lengths no sum can hold.
          File(
            name: name, length: min(Int64(status.st_size), 1 << 40),
            lastUse: status.modifiedMilliseconds))
      }
    }
    return files
  }

  private func removeIfAbandoned(_ name: UnsafePointer<CChar>, in directory: CInt) {
    let file = unsafe openat(directory, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.isRegularFile else { return }
    if flock(file, LOCK_EX | LOCK_NB) == 0 { _ = unsafe unlinkat(directory, name, 0) }
  }
}
