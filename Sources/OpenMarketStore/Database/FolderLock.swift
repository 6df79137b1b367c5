import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lock that processes, and stores within one process, take on a file (`flock`).
///
/// Freed by the kernel when its holder dies.
final class FolderLock: Sendable {
  private let descriptor: CInt
  private let path: String

  /// Opens the lock file, which must be there.
  init(path: String) throws(StoreError) {
    descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
    self.path = path
    guard descriptor >= 0 else { throw StoreFolder.error("cannot open \(path)") }
  }

  deinit { close(descriptor) }

  /// Does something while nobody else does it.
  ///
  /// - Throws: ``StoreError/Code/busy`` when others do not let go within 5 seconds.
  func exclusively<Value>(_ body: () throws -> Value) throws -> Value {
    for _ in 0..<5_000 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        defer { flock(descriptor, LOCK_UN) }
        return try body()
      }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw StoreFolder.error("cannot lock \(path)") }
      usleep(1_000)
    }
    throw StoreError(.busy, "another process has kept \(path) locked for 5 seconds")
  }
}

/// Knows whether the last one to use a folder came to its end without closing it.
///
/// Every open store holds the file shared; whoever gets it alone is the only one. The file is empty exactly
/// when the last one has left in good order.
final class UseMark: Sendable {
  private let descriptor: CInt
  /// Whether the store was left without being closed, so that its files are worth a check.
  let wasLeftOpen: Bool

  /// Joins the users. To be called under the ``FolderLock``.
  init(path: String) throws(StoreError) {
    descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else {
      wasLeftOpen = false
      throw StoreFolder.error("cannot open \(path)")
    }
    let isAlone = flock(descriptor, LOCK_EX | LOCK_NB) == 0
    wasLeftOpen = isAlone && lseek(descriptor, 0, SEEK_END) > 0
    _ = unsafe pwrite(descriptor, "x", 1, 0)
    flock(descriptor, LOCK_SH)
  }

  /// Leaves the users; the last one to do so in good order says so. To be called under the ``FolderLock``.
  func leave(inGoodOrder: Bool) {
    if inGoodOrder, flock(descriptor, LOCK_EX | LOCK_NB) == 0 { ftruncate(descriptor, 0) }
    flock(descriptor, LOCK_UN)
  }

  deinit { close(descriptor) }
}
