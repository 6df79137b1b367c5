import Foundation
import OpenMarketHTTP

/// A folder that only its owner can look into, held open, so that nothing can be put in its place meanwhile.
///
/// Names are resolved within it, never through symbolic links.
struct PrivateFolder: ~Copyable {
  static let fileName = "credentials.json"
  private static let lockName = "lock"
  /// The name of the file while it is being written; it is renamed once it is whole.
  private static let newName = "credentials.json.new"
  /// No file of credentials is this large.
  private static let sizeLimit = 1 << 20

  private let path: String
  private let descriptor: Int32

  /// Opens the folder; `nil` when it is not there.
  init?(opening url: URL) throws(CredentialsError) {
    path = url.path
    descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw Self.failure("\(path) cannot be opened")
    }
    try Self.check(descriptor, path: path, type: S_IFDIR, forbidden: 0o022)
  }

  /// Opens the folder, and makes it when it is not there.
  init(making url: URL) throws(CredentialsError) {
    let parent = url.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    } catch {
      guard let number = error.systemNumber else {
        throw CredentialsError(.failed, "\(parent.path) cannot be made: \(error.localizedDescription)")
      }
      throw Self.failure("\(parent.path) cannot be made", number)
    }
    if unsafe mkdir(url.path, 0o700) == 0 {
      try Self.requirePermissions(ofNew: url)
      url.excludeFromBackup()
    } else if errno != EEXIST {
      throw Self.failure("\(url.path) cannot be made")
    }
    url.protectUntilFirstUnlock()
    guard let folder = try PrivateFolder(opening: url) else {
      throw CredentialsError(.failed, "\(url.path) was removed meanwhile: try again.")
    }
    self = folder
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// The file's contents; `nil` when it is not there.
  func read() throws(CredentialsError) -> Data? {
    // Not blocking, or a pipe of this name would keep the caller for ever.
    let file = unsafe openat(descriptor, Self.fileName, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("cannot be read")
    }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    try Self.check(file, path: filePath, type: S_IFREG, forbidden: 0o077)
    let data: Data?
    do { data = try handle.read(upToCount: Self.sizeLimit + 1) } catch { throw failure("cannot be read") }
    guard let data, data.count <= Self.sizeLimit else {
      if data == nil { return Data() }
      throw CredentialsError(
        .damaged, "\(filePath) is too large for credentials: delete it and sign in again.")
    }
    return data
  }

  /// Puts `data` in the file's place, at once or not at all.
  func replace(with data: Data) throws(CredentialsError) {
    // Otherwise nothing in it could be read any more.
    guard data.count <= Self.sizeLimit else {
      throw CredentialsError(
        .failed,
        "\(filePath) would have more than \(Self.sizeLimit) bytes: sign out of servers that are not used.")
    }
    _ = unsafe unlinkat(descriptor, Self.newName, 0)  // The leftover of a killed process.
    let file = unsafe openat(
      descriptor, Self.newName, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure("cannot be written") }
    do throws(CredentialsError) {
      defer { _ = close(file) }
      var status = stat()
      guard fchmod(file, 0o600) == 0, unsafe fstat(file, &status) == 0 else {
        throw failure("cannot be written")
      }
      guard status.st_mode & 0o077 == 0 else { throw Self.openDisk(filePath) }
      guard writeAll(data, to: file), flushToDisk(file) else {
        throw failure("cannot be written")
      }
      guard unsafe renameat(descriptor, Self.newName, descriptor, Self.fileName) == 0 else {
        throw failure("cannot be replaced")
      }
    } catch {
      _ = unsafe unlinkat(descriptor, Self.newName, 0)
      throw error
    }
    // The file is in place already; a folder that cannot be synchronised only makes it less durable.
    _ = flushToDisk(descriptor)
  }

  /// Removes the file, and the leftovers of a killed process.
  /// - Returns: Whether it was there.
  @discardableResult func removeFile() throws(CredentialsError) -> Bool {
    _ = unsafe unlinkat(descriptor, Self.newName, 0)
    if unsafe unlinkat(descriptor, Self.fileName, 0) == 0 {
      _ = flushToDisk(descriptor)
      return true
    }
    guard errno == ENOENT else { throw failure("cannot be removed") }
    return false
  }

  /// Does something while no other process and no other thread does.
  func whileLocked<Value>(_ body: () throws -> Value) throws -> Value {
    let lock = try lock()
    defer { _ = close(lock) }
    return try body()
  }

  private func lock() throws(CredentialsError) -> Int32 {
    let file = unsafe openat(descriptor, Self.lockName, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure("cannot be locked") }
    // Others hold it for some milliseconds; one that is stopped must not stop everybody.
    for _ in 0..<500 {
      if flock(file, LOCK_EX | LOCK_NB) == 0 { return file }
      guard errno == EWOULDBLOCK || errno == EINTR else {
        let error = failure("cannot be locked")
        _ = close(file)
        throw error
      }
      usleep(10_000)
    }
    _ = close(file)
    throw CredentialsError(
      .unavailable, "Another process has kept \(filePath) locked for five seconds: try again.")
  }

  private var filePath: String { "\(path)/\(Self.fileName)" }

  private func failure(_ what: String) -> CredentialsError { Self.failure("\(filePath) \(what)") }

  private static func failure(_ what: String, _ number: Int32 = errno) -> CredentialsError {
    switch number {
    case ELOOP, ENOTDIR:
      return CredentialsError(
        .exposed, "\(what), because it is a symbolic link or no folder: put the real one there.")
    case ENOSPC, EDQUOT: return CredentialsError(.diskFull, "\(what): the disk is full.")
    default: return CredentialsError(.failed, "\(what): \(unsafe String(cString: strerror(number))).")
    }
  }

  /// Refuses a disk on which all is open to everyone whatever one asks for, as NTFS and FAT mostly are on Linux.
  private static func requirePermissions(ofNew url: URL) throws(CredentialsError) {
    var status = stat()
    guard unsafe lstat(url.path, &status) == 0, status.st_mode & 0o022 != 0 else { return }
    _ = unsafe rmdir(url.path)
    throw openDisk(url.path)
  }

  private static func openDisk(_ path: String) -> CredentialsError {
    CredentialsError(
      .exposed, "The disk of \(path) has no permissions that keep others out: use a folder on another disk.")
  }

  /// Refuses a file of another kind, of another user, or open to others.
  private static func check(
    _ descriptor: Int32, path: String, type: mode_t, forbidden: mode_t
  ) throws(CredentialsError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure("\(path) cannot be examined") }
    guard status.st_mode & S_IFMT == type else {
      throw CredentialsError(
        .exposed, "\(path) is no \(type == S_IFDIR ? "folder" : "regular file"): remove it.")
    }
    guard status.st_uid == geteuid() else {
      throw CredentialsError(.exposed, "\(path) belongs to another user, so it is not used: remove it.")
    }
    guard status.st_mode & forbidden == 0 else {
      let mode = type == S_IFDIR ? "700" : "600"
      throw CredentialsError(
        .exposed,
        "\(path) can be \(type == S_IFDIR ? "changed" : "read") by others: chmod \(mode) it, and get a new secret if they may have read it."
      )
    }
  }
}
