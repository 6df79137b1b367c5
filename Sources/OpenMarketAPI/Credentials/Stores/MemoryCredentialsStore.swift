public import Foundation
import OpenMarketHTTP
import OpenMarketPacing
import Synchronization

/// Keeps who is signed in until the process ends: for tests, and for apps that keep it elsewhere.
public final class MemoryCredentialsStore: CredentialsStore {
  private let signIns = Mutex<[String: SignIn]>([:])
  /// The changes; several are one for a listener who is slow.
  private let signals = Broadcast<Void>(patience: 1)

  /// Makes a store with nobody signed in.
  public init() {}

  /// Returns the account that is signed in at `server`.
  public func signIn(for server: URL) throws -> SignIn? {
    let name = try HTTPClient.name(of: server)
    return signIns.withLock { $0[name] }
  }

  /// Changes who is signed in at `server`.
  public func update(for server: URL, _ change: (SignIn?) -> SignIn?) throws {
    let name = try HTTPClient.name(of: server)
    signIns.withLock { $0[name] = change($0[name]) }
    signals.send(())
  }

  /// Tells each time somebody signs in or out.
  public var changes: AsyncStream<Void> { signals.stream() }
}
