import OpenMarketPacing
import Synchronization

/// A store's place among the users of its folder: the lock that they share, and the mark that it is one of them.
///
/// Left while the store is suspended, and taken again, by the paths as they are then, when the files are next opened.
final class FolderUse: Sendable {
  private struct Place {
    let lock: FolderLock
    let mark: UseMark
  }

  /// Closed while the store is suspended.
  let latch = Latch()
  private let folder: StoreFolder
  private let place = Mutex<Place?>(nil)
  private let hasLeft = Atomic(false)
  private let leftOpen = Atomic(false)

  init(_ folder: StoreFolder) { self.folder = folder }

  /// Whether the last user left the files without closing them, as an app that the system ends always does.
  var wasLeftOpen: Bool { leftOpen.load(ordering: .acquiring) }

  /// Does something under the lock of the folder, as one of its users.
  ///
  /// - Parameter body: Is told whether no other store used the folder when this store joined, if it joins now.
  /// - Returns: What `body` returned.
  /// - Throws: ``StoreError/suspended`` while suspended; ``StoreError/Code/closed`` once it has left; what `body` throws.
  func exclusively<Value>(_ body: (_ joinsAlone: Bool) throws -> Value) throws -> Value {
    let (lock, joinsAlone) = try place.withLock { place in
      if let place { return (place.lock, false) }
      if hasLeft.load(ordering: .acquiring) { throw StoreError.wasClosed }
      if latch.isClosed { throw StoreError.suspended }
      let joined = try join()
      leftOpen.store(joined.mark.wasLeftOpen, ordering: .releasing)
      place = joined
      return (joined.lock, joined.mark.wasAlone)
    }
    return try lock.exclusively {
      if latch.isClosed { throw StoreError.suspended }
      return try body(joinsAlone)
    }
  }

  private func join() throws -> Place {
    for name in [FolderLock.fileName, UseMark.fileName] { try folder.prepareFile(name) }
    let lock = try FolderLock(path: folder.path(of: FolderLock.fileName)) { [latch] in latch.isClosed }
    let mark = try lock.exclusively { try UseMark(path: folder.path(of: UseMark.fileName)) }
    return Place(lock: lock, mark: mark)
  }

  /// Leaves the users, after what runs under the lock and `disconnect`, which closes the files; to be called while
  /// suspended. In good order, the next user can trust the files.
  func stepAside(inGoodOrder: Bool, _ disconnect: () -> Void) {
    // No store joins any more: the latch is closed.
    guard let present = place.withLock({ $0 }) else { return disconnect() }
    present.lock.betweenUses {
      disconnect()
      // Whoever has the lock just now uses the folder, and says itself how it leaves it.
      let isLocked = present.lock.attempt { present.mark.leave(inGoodOrder: inGoodOrder) }
      if !isLocked { present.mark.leave(inGoodOrder: false) }
    }
    place.withLock { $0 = nil }
  }

  /// Leaves the users for good.
  func leave(inGoodOrder: Bool, _ close: () throws -> Void) throws {
    if let present = place.withLock({ $0 }) {
      try present.lock.exclusively {
        try close()
        present.mark.leave(inGoodOrder: inGoodOrder)
      }
    } else {
      try close()
    }
    // Closes its files, as a closed store may be kept for long.
    place.withLock { place in
      hasLeft.store(true, ordering: .releasing)
      place = nil
    }
  }
}
