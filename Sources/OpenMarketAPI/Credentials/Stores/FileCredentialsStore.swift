package import Foundation
import OpenMarketHTTP
package import OpenMarketPacing

/// Keeps who is signed in in a file, as ``CredentialsStore/file(folder:)`` says.
package struct FileCredentialsStore: CredentialsStorage {
  package let folder: URL
  private let clock: AnyClock

  /// Names the store; `clock` measures the second between two looks at the file, while ``changes`` has a listener.
  package init(folder: URL? = nil, clock: AnyClock = .continuous) {
    self.folder = folder ?? Self.standardFolder
    self.clock = clock
  }

  private static var standardFolder: URL {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      // An app's home is its container there, in which it can make nothing.
      if let data = UserFolder.data {
        return data.appending(path: "openmarket/credentials", directoryHint: .isDirectory)
      }
    #endif
    return UserFolder.configuration().appending(path: "credentials", directoryHint: .isDirectory)
  }

  /// Where the credentials are, when there are any.
  package var file: URL { folder.appending(path: PrivateFolder.fileName) }

  /// Returns the account that is signed in at `server`. Costs the reading of a small file.
  package func signIn(for server: URL) throws -> SignIn? {
    let name = try HTTPClient.name(of: server)
    guard let folder = try PrivateFolder(opening: folder), let data = try folder.read() else { return nil }
    return try CredentialsFile(data, path: file.path).signIn(at: name)
  }

  /// Changes who is signed in at `server`. Waits up to five seconds for other processes.
  package func update(for server: URL, _ change: (SignIn?) -> SignIn?) throws {
    let name = try HTTPClient.name(of: server)
    let folder = try PrivateFolder(making: folder)
    try folder.whileLocked {
      var contents = try folder.read().map { try CredentialsFile($0, path: file.path) } ?? CredentialsFile()
      let present = try contents.signIn(at: name)
      let wanted = change(present)
      guard wanted != present else { return }
      contents.set(wanted, at: name)
      if contents.isEmpty { try folder.removeFile() } else { try folder.replace(with: contents.data()) }
    }
  }

  /// Forgets who is signed in, at every server; also the way out when the file is damaged.
  /// - Returns: Whether there was a file.
  /// - Throws: ``CredentialsError``.
  @discardableResult package func removeAll() throws -> Bool {
    guard let folder = try PrivateFolder(opening: folder) else { return false }
    return try folder.whileLocked { try folder.removeFile() }
  }

  /// Tells when this or another process has changed the file, within a second and a half.
  package var changes: AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let seen = Stamp(file)
    let watch = Task { [file, clock] in
      var seen = seen
      while (try? await clock.sleep(for: .seconds(1), tolerance: .milliseconds(500))) != nil {
        let present = Stamp(file)
        if present != seen { continuation.yield() }
        seen = present
      }
    }
    continuation.onTermination = { _ in watch.cancel() }
    return stream
  }
}

/// The properties that tell one state of a file from another without reading it.
private struct Stamp: Equatable {
  private let number: UInt64?
  private let size: UInt64?
  private let modified: Date?

  init(_ file: URL) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    number = (attributes?[.systemFileNumber] as? NSNumber)?.uint64Value
    size = (attributes?[.size] as? NSNumber)?.uint64Value
    modified = attributes?[.modificationDate] as? Date
  }
}
