import Foundation
import Synchronization

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
  static let fileName = "store.lock"

  private let descriptor: CInt
  private let path: String
  /// Keeps the threads of this store apart: the file's lock belongs to the descriptor, which they share.
  private let threads = Mutex(())

  /// Opens the lock file, which must be there.
  init(path: String) throws(StoreError) {
    descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
    self.path = path
    guard descriptor >= 0 else { throw StoreFolder.error("cannot open \(path)") }
  }

  deinit { close(descriptor) }

  /// Does something while nobody else does it; not to be nested.
  ///
  /// - Throws: ``StoreError/Code/busy`` when others do not let go within 5 seconds.
  func exclusively<Value>(_ body: () throws -> Value) throws -> Value {
    // An error is carried out as a value: the lock's closure would have to return something sendable.
    var result: Result<Value, any Error>?
    threads.withLock { _ in result = Result { try whileLocked(body) } }
    guard let result else { throw StoreError(.failed, "\(path) was not locked") }
    return try result.get()
  }

  private func whileLocked<Value>(_ body: () throws -> Value) throws -> Value {
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
