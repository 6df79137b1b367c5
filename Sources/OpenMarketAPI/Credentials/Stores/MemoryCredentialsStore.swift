package import Foundation
import OpenMarketHTTP
import OpenMarketPacing
import Synchronization

/// Keeps who is signed in until the process ends: for tests, and for apps that keep it elsewhere.
package final class MemoryCredentialsStore: CredentialsStorage {
  private let signIns = Mutex<[String: SignIn]>([:])
  /// The changes; several are one for a listener who is slow.
  private let signals = Broadcast<Void>(patience: 1)

  package init() {}

  package func signIn(for server: URL) throws -> SignIn? {
    let name = try HTTPClient.name(of: server)
    return signIns.withLock { $0[name] }
  }

  package func update(for server: URL, _ change: (SignIn?) -> SignIn?) throws {
    let name = try HTTPClient.name(of: server)
    signIns.withLock { $0[name] = change($0[name]) }
    signals.send(())
  }

  /// An element for each sign-in and sign-out.
  package var changes: AsyncStream<Void> { signals.stream() }
}
