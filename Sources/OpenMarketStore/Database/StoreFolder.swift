import Foundation
import OpenMarketHTTP

/// The folder of a store: makes it and its files for their owner's eyes only.
struct StoreFolder: Sendable {
  let url: URL

  /// Makes the folder when there is none (mode 0700).
  ///
  /// - Throws: ``StoreError/Code/notPermitted`` when it cannot be made or is another user's.
  init(_ url: URL) throws(StoreError) {
    guard url.isFileURL else {
      throw StoreError(.invalidInput, "\(url) is not a folder on this device: pass a file URL")
    }
    self.url = url.standardizedFileURL
    if !FileManager.default.fileExists(atPath: path) {
      do {
        try FileManager.default.createDirectory(
          at: self.url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch {
        let message = "cannot make the folder \(path)"
        guard let number = error.systemNumber else {
          throw StoreError(.failed, "\(message): \(error.localizedDescription)", cause: error)
        }
        // A file has the name, which is refused below.
        if number != EEXIST { throw StoreError(message, system: number) }
      }
    }
    guard let status = FileIdentity.Status(path: path), status.isFolder else {
      throw StoreError(.notPermitted, "\(path) is no folder")
    }
    try Self.checkOwner(status, path)
    self.url.protectUntilFirstUnlock()
  }

  private var path: String { url.path(percentEncoded: false) }

  func path(of name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  func names(beginningWith prefix: String) throws(StoreError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasPrefix(prefix) }
    } catch {
      throw StoreError(.failed, "the folder \(path) cannot be read", cause: error)
    }
  }

  /// Makes the names in a folder last.
  static func flush(_ path: String) throws(StoreError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw error("cannot open \(path)") }
    defer { close(descriptor) }
    // Not every file system can flush a folder.
    guard flushToDisk(descriptor) || errno == EINVAL else { throw error("cannot flush \(path)") }
  }

  /// Makes the file `name` when there is none, readable and writable for its owner only, before SQLite would
  /// make it readable for everybody.
  ///
  /// - Throws: ``StoreError`` when it cannot be made, is not a regular file or is another user's.
  func prepareFile(_ name: String) throws(StoreError) {
    let path = path(of: name)
    let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
      url.appending(path: name).protectUntilFirstUnlock()
      return
    }
    guard errno == EEXIST else { throw Self.error("cannot make \(path)") }
    guard let status = FileIdentity.Status(path: path), status.isRegularFile else {
      throw StoreError(.notPermitted, "\(path) is not a regular file: remove it")
    }
    try Self.checkOwner(status, path)
    guard unsafe access(path, R_OK | W_OK) == 0 else { throw Self.error("cannot use \(path)") }
    if status.permissions & 0o077 != 0 { _ = unsafe chmod(path, 0o600) }
    url.appending(path: name).protectUntilFirstUnlock()
  }

  /// Makes sure that all of a file can be read, which a locked device forbids and a failing one cannot do.
  ///
  /// - Throws: ``StoreError/Code/notPermitted``, or ``StoreError/Code/failed``, when it is there and cannot.
  static func requireReadable(_ path: String) throws(StoreError) {
    if let number = RawFile.readingFailure(path) { throw StoreError("cannot read \(path)", system: number) }
  }

  /// A file as a process's own files are: another user's would soon be unreadable for one of the two.
  private static func checkOwner(_ status: FileIdentity.Status, _ path: String) throws(StoreError) {
    guard status.owner == geteuid() else {
      throw StoreError(
        .notPermitted,
        "\(path) belongs to user \(status.owner), this process runs as user \(geteuid()): use a folder of its own"
      )
    }
  }

  static func error(_ message: String) -> StoreError { StoreError(message, system: errno) }
}

/// Tells whether a path still leads to the same file.
struct FileIdentity: Sendable, Hashable {
  var device: UInt64
  var number: UInt64

  /// `nil` when there is no such file.
  init?(path: String) {
    guard let status = Status(path: path) else { return nil }
    self = status.identity
  }

  fileprivate init(device: UInt64, number: UInt64) {
    self.device = device
    self.number = number
  }

  /// The properties of a file in the file system (`lstat`).
  struct Status {
    private let info: stat

    init?(path: String) {
      var info = stat()
      guard unsafe lstat(path, &info) == 0 else { return nil }
      self.info = info
    }

    var identity: FileIdentity {
      FileIdentity(device: UInt64(truncatingIfNeeded: info.st_dev), number: UInt64(info.st_ino))
    }
    var owner: uid_t { info.st_uid }
    var permissions: mode_t { info.st_mode & 0o777 }
    var isFolder: Bool { info.st_mode & S_IFMT == S_IFDIR }
    var isRegularFile: Bool { info.isRegularFile }
    var byteCount: Int64 { Int64(info.st_size) }
    /// When it was last written, in seconds since 1970.
    var modified: TimeInterval {
      #if canImport(Darwin)
        TimeInterval(info.st_mtimespec.tv_sec)
      #else
        TimeInterval(info.st_mtim.tv_sec)
      #endif
    }
  }
}
