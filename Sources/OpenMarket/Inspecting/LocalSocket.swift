package import Foundation
package import OpenMarketHTTP

/// Unix domain sockets that only one user can open.
package enum LocalSocket {
  /// The longest path: the system's limit is 104 bytes on Apple platforms and 108 on Linux, with the byte at the end.
  package static let pathLimit = 100

  /// Makes a socket that listens, with the permissions 0600; one that a process has left behind goes.
  /// - Throws: `HTTPError` with `invalidInput` that says what is in the way.
  static func listen(at url: URL) throws(HTTPError) -> Int32 {
    try checkPath(url)
    try checkFolder(url.deletingLastPathComponent())
    if let status = status(of: url.path) {
      guard status.isSocket, status.isOwn else {
        throw refusal(url, "there is something else by that name: remove it or name another")
      }
      if let other = try? connect(to: url) {
        _ = Foundation.close(other)
        throw refusal(url, "another process listens there: name another")
      }
      _ = unsafe unlink(url.path)
    }
    let descriptor = try make()
    // Linux takes the permissions from here, so that there is no moment with others; Apple's systems below.
    _ = fchmod(descriptor, 0o600)
    guard unsafe withAddress(url.path, { unsafe bind(descriptor, $0, $1) }) == 0,
      unsafe chmod(url.path, 0o600) == 0, Foundation.listen(descriptor, 8) == 0
    else {
      let reason = reason()
      _ = Foundation.close(descriptor)
      throw refusal(url, reason)
    }
    return descriptor
  }

  /// Connects to a socket that a process of the same user listens at.
  /// - Throws: `HTTPError` with `invalidInput` when it is none, or another user's; with `unreachable` when no program listens.
  package static func connect(to url: URL) throws(HTTPError) -> Int32 {
    try checkPath(url)
    guard let status = status(of: url.path) else {
      throw HTTPError(.unreachable, "\(url.path) is not there: is the program running, with this socket?")
    }
    guard status.isSocket else { throw refusal(url, "it is no socket") }
    guard status.isOwn else { throw refusal(url, "it belongs to another user") }
    let descriptor = try make()
    guard unsafe withAddress(url.path, { unsafe Foundation.connect(descriptor, $0, $1) }) == 0 else {
      _ = Foundation.close(descriptor)
      throw HTTPError(.unreachable, "no program listens at \(url.path): the program has ended")
    }
    guard peer(of: descriptor) == geteuid() else {
      _ = Foundation.close(descriptor)
      throw refusal(url, "a process of another user listens there")
    }
    return descriptor
  }

  /// The next inspector, which does not block; negative when there is none.
  static func acceptNext(_ descriptor: Int32) -> Int32 {
    prepared(accept(descriptor, nil, nil), flags: O_NONBLOCK)
  }

  /// Sends what fits.
  static func sendSome(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Result<Int, POSIXError> {
    let count = unsafe send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
    return count < 0 ? .failure(POSIXError(.init(rawValue: errno) ?? .EIO)) : .success(count)
  }

  private static func make() throws(HTTPError) -> Int32 {
    let descriptor = openSocket()
    guard descriptor >= 0 else {
      throw HTTPError(.invalidInput, "no socket can be made: \(reason())")
    }
    return descriptor
  }

  private static func checkPath(_ url: URL) throws(HTTPError) {
    guard url.path.utf8.count <= pathLimit else {
      throw refusal(
        url, "the path has \(url.path.utf8.count) bytes, and may have \(pathLimit): choose a shorter one")
    }
  }

  /// A folder that others can change would let them put a socket of their own there.
  private static func checkFolder(_ url: URL) throws(HTTPError) {
    guard let status = status(of: url.path) else {
      throw refusal(url, "the folder is not there: make it, chmod 700")
    }
    guard status.isFolder, status.isOwn, status.isPrivate else {
      throw refusal(url, "the folder must be your own and closed to others: chmod 700 it, or name another")
    }
  }

  private static func refusal(_ url: URL, _ reason: String) -> HTTPError {
    HTTPError(.invalidInput, "\(url.path) cannot be used as a socket of an inspector: \(reason)")
  }

  private static func reason() -> String { unsafe String(cString: strerror(errno)) }

  private struct Status {
    var mode: mode_t
    var owner: uid_t
    var isOwn: Bool { owner == geteuid() }
    var isSocket: Bool { mode & S_IFMT == S_IFSOCK }
    var isFolder: Bool { mode & S_IFMT == S_IFDIR }
    var isPrivate: Bool { mode & 0o077 == 0 }
  }

  /// The status of the path itself, not of what a symbolic link leads to.
  private static func status(of path: String) -> Status? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    return Status(mode: status.st_mode, owner: status.st_uid)
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      // Shorter than the room, so that a zero follows.
      unsafe room.copyBytes(from: path.utf8.prefix(room.count - 1))
    }
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
