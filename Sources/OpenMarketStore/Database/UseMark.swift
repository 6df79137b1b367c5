import Foundation

/// Knows whether the last one to use a folder came to its end without closing it.
///
/// Every open store holds the file's lock shared; whoever gets it alone is the only one. The file is empty
/// exactly when the last one has left in good order, and has two bytes as long as a check is owed: others may join and leave
/// in good order before it is done.
final class UseMark: Sendable {
  static let fileName = "store.used"

  private let descriptor: CInt
  /// Whether the store was left without being closed, so that its files are worth a check.
  let wasLeftOpen: Bool
  /// Whether no other store used the folder when this one began to.
  let wasAlone: Bool

  /// Joins the users. To be called under the ``FolderLock``.
  init(path: String) throws(StoreError) {
    let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreFolder.error("cannot open \(path)") }
    let isAlone = flock(descriptor, LOCK_EX | LOCK_NB) == 0
    let isLeftOpen = isAlone && lseek(descriptor, 0, SEEK_END) > 0
    (wasAlone, wasLeftOpen) = (isAlone, isLeftOpen)
    // On a full disk nothing says so: the store is used all the same, and written as little as possible.
    _ = unsafe pwrite(descriptor, "xx", isLeftOpen ? 2 : 1, 0)
    flock(descriptor, LOCK_SH)
    self.descriptor = descriptor
  }

  /// Whether the store in `folder` was left open by a process that is gone, and no other has joined since.
  ///
  /// One look at the file's length as long as the last one has left in good order.
  static func isCheckOwed(in folder: URL) -> Bool {
    let path = folder.appending(path: fileName).path(percentEncoded: false)
    guard let status = FileIdentity.Status(path: path), status.byteCount > 0 else { return false }
    let lockPath = folder.appending(path: FolderLock.fileName).path(percentEncoded: false)
    // Under the lock, as a store that joins meanwhile would take this for a user.
    let isAlone = try? FolderLock(path: lockPath).exclusively {
      let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      return flock(descriptor, LOCK_EX | LOCK_NB) == 0 && lseek(descriptor, 0, SEEK_END) > 0
    }
    // A folder in which nothing can be locked cannot be repaired either.
    return isAlone ?? false
  }

  /// Leaves the users; the last one to do so in good order says so, unless another one owes a check. To be called under the
  /// ``FolderLock``.
  func leave(inGoodOrder: Bool) {
    if inGoodOrder {
      if wasLeftOpen { ftruncate(descriptor, 1) }
      let isCheckOwed = lseek(descriptor, 0, SEEK_END) > 1
      if !isCheckOwed, flock(descriptor, LOCK_EX | LOCK_NB) == 0 { ftruncate(descriptor, 0) }
    }
    flock(descriptor, LOCK_UN)
  }

  deinit { close(descriptor) }
}
