import Foundation

/// The lock by which a rescue waits for the writes of all processes to the file that it has moved (`flock`).
///
/// A write holds it, together with others, from before it makes sure that its file is still in its place until the commit. A
/// rescue moves the file first, and then takes the lock alone: whoever found the file in its place has committed by then,
/// and whoever comes later finds it moved. SQLite's own locks would not do: a damaged file may refuse them.
///
/// It is taken on the folder, which is there also on a disk without room for another file.
struct WriteLock: Sendable {
  /// Twice as long as a write waits for another process's.
  static let patience = Duration.seconds(10)

  private let path: String

  init(_ folder: StoreFolder) { path = folder.url.path(percentEncoded: false) }

  /// Does `body` beside other writes.
  ///
  /// - Throws: ``StoreError``; what `body` throws.
  func shared<Value>(_ body: () throws -> Value) throws -> Value {
    let descriptor = try acquire(LOCK_SH, patience: Self.patience)
    defer { Self.release(descriptor) }
    return try body()
  }

  /// Does `body` while no write is under way, and nothing where one is: neither it nor a checkpoint of SQLite's waits.
  ///
  /// For what empties the log: before version 3.51.3, SQLite may lose commits where a checkpoint ends in the moment in which
  /// another process begins the log anew.
  func aloneIfFree(_ body: () throws -> Void) throws {
    let descriptor = try acquire(LOCK_EX, patience: .zero)
    defer { Self.release(descriptor) }
    try body()
  }

  /// Waits until all writes that have begun are done.
  ///
  /// - Throws: ``StoreError/Code/busy`` when one of them does not come to its end.
  func waitForWrites(patience: Duration = patience) throws {
    Self.release(try acquire(LOCK_EX, patience: patience))
  }

  private func acquire(_ kind: CInt, patience: Duration) throws -> CInt {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreFolder.error("cannot open \(path)") }
    // While the device sleeps, so does the other process.
    let start = SuspendingClock.now
    while flock(descriptor, kind | LOCK_NB) != 0 {
      let reason = errno
      // Some file systems, of networks most of all, lock no folders.
      if [EBADF, EINVAL, ENOLCK, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(reason) { break }
      guard reason == EWOULDBLOCK || reason == EINTR else {
        let error = StoreFolder.error("cannot lock \(path)")
        close(descriptor)
        throw error
      }
      guard start.duration(to: .now) < patience else {
        close(descriptor)
        throw StoreError(
          .busy,
          "another process is in the middle of a write in \(path) and has not ended it for \(patience): "
            + "it is suspended or stuck; let it go on or end it, then try again")
      }
      usleep(1_000)
    }
    return descriptor
  }

  private static func release(_ descriptor: CInt) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
