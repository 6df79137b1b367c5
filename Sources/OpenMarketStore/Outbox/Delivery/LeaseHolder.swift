import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Somebody who takes submissions in hand, and shows that they live: by a file of their name, on which they hold a
/// lock that the kernel frees when their process dies.
///
/// So others need not wait for the end of a dead one's lease. A lock tells it for certain, also between containers
/// that share the folder, where a process number says nothing.
package final class LeaseHolder: Sendable {
  /// The name of the files' folder in that of the store.
  static let folderName = "leases"

  private struct State {
    /// Another one after each retirement: who takes the old one for dead harms nobody.
    var name = UUID().uuidString
    /// The locked file.
    var descriptor: CInt?
  }

  private let folder: StoreFolder
  private let state = Mutex(State())

  init(in folder: StoreFolder) { self.folder = folder }

  deinit { die() }

  /// What the leases are under; nobody else ever has the same.
  package var name: String { state.withLock { $0.name } }

  /// Shows from now on that it lives. To be called before anything is claimed.
  ///
  /// Where files cannot be locked, others do not see it, and wait until its leases end.
  package func live() {
    state.withLock { state in
      guard state.descriptor == nil, let path = Self.path(of: state.name, in: folder) else { return }
      _ = unsafe mkdir(folder.path(of: Self.folderName), 0o700)
      let file = unsafe open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
      guard file >= 0 else { return }
      if flock(file, LOCK_EX | LOCK_NB) == 0 {
        state.descriptor = file
      } else {
        _ = unsafe unlink(path)
        close(file)
      }
    }
  }

  /// Ends with nothing in hand.
  package func retire() {
    state.withLock { state in
      guard let file = state.descriptor, let path = Self.path(of: state.name, in: folder) else { return }
      _ = unsafe unlink(path)
      close(file)
      state = State()
    }
  }

  /// Ends as a process that is killed does, which leaves its file behind.
  package func die() {
    state.withLock { state in
      guard let file = state.descriptor else { return }
      // Not by closing alone: a child that is being forked this moment has the descriptor too.
      flock(file, LOCK_UN)
      close(file)
      state.descriptor = nil
    }
  }

  /// Lets `body` take over what a dead holder had in hand, and removes its file then.
  ///
  /// - Returns: Whether the holder is dead for certain; otherwise nothing was done.
  static func bury(_ name: String, in folder: StoreFolder, _ body: () async throws -> Void) async throws
    -> Bool
  {
    guard let path = path(of: name, in: folder) else { return false }
    let file = unsafe open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return false }
    try await body()
    _ = unsafe unlink(path)
    return true
  }

  /// Removes what dead holders left. To be called by the only user of the folder.
  static func removeAll(in folder: StoreFolder) {
    try? FileManager.default.removeItem(
      at: folder.url.appending(path: folderName, directoryHint: .isDirectory))
  }

  /// - Returns: `nil` for what is no holder's name.
  private static func path(of name: String, in folder: StoreFolder) -> String? {
    UUID(uuidString: name).map { _ in folder.path(of: "\(folderName)/\(name)") }
  }
}
