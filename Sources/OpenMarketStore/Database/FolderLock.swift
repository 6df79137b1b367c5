import Dispatch
import Foundation

/// A lock that processes, and stores within one process, take on a file (`flock`).
///
/// Freed by the kernel when its holder dies. Who holds it for long counts up a number in the file, so that others can
/// tell work, such as the check of a file that was left open, from a process that is suspended.
final class FolderLock: Sendable {
  static let fileName = "store.lock"

  private let descriptor: CInt
  private let path: String
  private let patience: LockPatience
  private let signInterval: DispatchTimeInterval
  private let isAbandoned: @Sendable () -> Bool
  /// Keeps the threads of this store apart: the file's lock belongs to the descriptor, which they share.
  ///
  /// No `Mutex`: where it is a futex that inherits priority, as on Linux, who waits for one keeps a processor busy, and
  /// this one is held while files are opened.
  private let threads = NSLock()

  /// Opens the lock file, which must be there. Its holder shows others every `signInterval` that work goes on; who waits for
  /// it gives up once it `isAbandoned`.
  init(
    path: String, patience: LockPatience = LockPatience(silence: .seconds(5), limit: .seconds(120)),
    signInterval: DispatchTimeInterval = .milliseconds(500),
    isAbandoned: @escaping @Sendable () -> Bool = { false }
  ) throws(StoreError) {
    descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
    (self.path, self.patience, self.signInterval) = (path, patience, signInterval)
    self.isAbandoned = isAbandoned
    guard descriptor >= 0 else { throw StoreFolder.error("cannot open \(path)") }
  }

  deinit { close(descriptor) }

  /// Runs `body` while no other holder does; not to be nested.
  ///
  /// - Throws: ``StoreError/Code/busy`` when others do not release it, as ``LockPatience`` says.
  func exclusively<Value>(_ body: () throws -> Value) throws -> Value {
    try threads.withLock { try whileLocked(body) }
  }

  /// Does something while no thread of this store does anything under the lock.
  func betweenUses(_ body: () -> Void) { threads.withLock(body) }

  /// Does something short under the lock if it is free; from within ``betweenUses(_:)``.
  ///
  /// - Returns: Whether it was.
  func attempt(_ body: () -> Void) -> Bool {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
    defer { flock(descriptor, LOCK_UN) }
    body()
    return true
  }

  private func whileLocked<Value>(_ body: () throws -> Value) throws -> Value {
    try acquire()
    defer { flock(descriptor, LOCK_UN) }
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    timer.schedule(deadline: .now() + signInterval, repeating: signInterval)
    timer.setEventHandler { self.giveSign() }
    timer.activate()
    defer { timer.cancel() }
    return try body()
  }

  private func acquire() throws {
    var patience = patience
    // While the device sleeps, so does the other process.
    let start = SuspendingClock.now
    while true {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw StoreFolder.error("cannot lock \(path)") }
      if isAbandoned() { throw StoreError.suspended }
      let time = start.duration(to: .now)
      switch patience.refusal(sign: sign, after: time) {
      case nil: usleep(time < .milliseconds(100) ? 1_000 : 10_000)
      case .silent:
        throw StoreError(
          .busy,
          "another process keeps \(path) locked and has shown no sign of work for \(patience.silence): "
            + "it is suspended or stuck; let it go on or end it, then try again")
      case .atWork:
        throw StoreError(
          .busy, "another process is still at work on \(path) after \(patience.limit): try again later")
      }
    }
  }

  /// How often the holders of the lock have shown that they are at work.
  var sign: UInt64 {
    var sign: UInt64 = 0
    let count = unsafe withUnsafeMutableBytes(of: &sign) { bytes in
      unsafe pread(descriptor, bytes.baseAddress, bytes.count, 0)
    }
    return count == MemoryLayout<UInt64>.size ? sign : 0
  }

  private func giveSign() {
    var next = sign &+ 1
    _ = unsafe withUnsafeBytes(of: &next) { bytes in
      unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, 0)
    }
  }
}
