import Foundation
import OpenMarketPacing
import Synchronization

/// The owner of claims: a name, and a file of that name with a lock that the kernel releases when the process
/// ends.
///
/// A claim lasts for as long as its holder's lock, whatever any clock says: whoever still runs still owns. Others
/// take over at once when the lock is free, also between containers that share the folder, where a process number
/// says nothing.
package final class LeaseHolder: Sendable {
  /// The name of the files' folder in that of the store.
  static let folderName = "leases"

  private struct State {
    var name = ""
    /// The locked file.
    var descriptor: CInt?
  }

  private let folder: StoreFolder
  private let state = Mutex(State())

  init(in folder: StoreFolder) { self.folder = folder }

  deinit { abandon() }

  /// The name of the claims, another one after each ``acquire()``; no other holder ever has the same.
  package var name: String { state.withLock { $0.name } }

  /// Whether anything may be claimed.
  package var isAcquired: Bool { state.withLock { $0.descriptor != nil } }

  /// Locks a new file, unless one is locked already. To be called before anything is claimed.
  ///
  /// - Returns: The name to claim under.
  /// - Throws: ``StoreError`` when the file cannot be made or locked: then nothing may be claimed, since others could
  ///   not tell that it is.
  @discardableResult
  package func acquire() throws(StoreError) -> String {
    try state.withLock { state throws(StoreError) in
      guard state.descriptor == nil else { return state.name }
      let name = UUID.random().uuidString
      let path = folder.path(of: "\(Self.folderName)/\(name)")
      guard unsafe mkdir(folder.path(of: Self.folderName), 0o700) == 0 || errno == EEXIST else {
        throw StoreFolder.error("cannot make \(folder.path(of: Self.folderName))")
      }
      let file = unsafe open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw StoreFolder.error("cannot make \(path)") }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
        let error = StoreFolder.error("cannot lock \(path)")
        _ = unsafe unlink(path)
        close(file)
        throw error
      }
      state = State(name: name, descriptor: file)
      return name
    }
  }

  /// Ends without claims, and removes the file.
  package func release() { end(removesFile: true) }

  /// Ends as a process that is killed does, which leaves its file behind: its claims can be reclaimed.
  package func abandon() { end(removesFile: false) }

  private func end(removesFile: Bool) {
    state.withLock { state in
      guard let file = state.descriptor else { return }
      if removesFile { _ = unsafe unlink(folder.path(of: "\(Self.folderName)/\(state.name)")) }
      // Not by closing alone: a child that is being forked this moment has the descriptor too.
      flock(file, LOCK_UN)
      close(file)
      state.descriptor = nil
    }
  }

  /// Lets `body` release the claims of an ended holder, then removes its file; returns whether the holder has ended for certain:
  /// otherwise nothing was done.
  static func reclaim(_ name: String, in folder: StoreFolder, _ body: () async throws -> Void) async throws
    -> Bool
  {
    guard UUID(uuidString: name) != nil else { return false }
    let path = folder.path(of: "\(folderName)/\(name)")
    let file = unsafe open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return false }
    try await body()
    _ = unsafe unlink(path)
    return true
  }

  /// Removes what ended holders left. To be called by the only user of the folder.
  static func removeAll(in folder: StoreFolder) {
    try? FileManager.default.removeItem(
      at: folder.url.appending(path: folderName, directoryHint: .isDirectory))
  }
}
