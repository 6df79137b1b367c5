package import Foundation
import OpenMarketHTTP

/// The place where a ``CredentialsStore`` keeps who is signed in.
package protocol CredentialsStorage: Sendable {
  /// Returns the account that is signed in at `server`; `nil` without one.
  func signIn(for server: URL) throws -> SignIn?

  /// Changes who is signed in at `server`, under an exclusive lock. Durable when it returns.
  /// - Parameters:
  ///   - server: The market's address.
  ///   - change: Takes who is signed in, and gives who shall be; `nil` means signed out.
  /// - Throws: ``CredentialsError``, and nothing has changed; `HTTPError` for an address that cannot be used.
  func update(for server: URL, _ change: (SignIn?) -> SignIn?) throws

  /// One element each time something may have changed; a new stream for each reader.
  var changes: AsyncStream<Void> { get }
}

extension CredentialsStorage {
  /// Stores the credentials of the vendor signed in at `server`, replacing any other's. Durable when it returns.
  package func save(_ signIn: SignIn, for server: URL) throws {
    try update(for: server) { _ in signIn }
  }

  /// Forgets who is signed in at `server`.
  /// - Returns: Whether a vendor was signed in.
  @discardableResult package func remove(for server: URL) throws -> Bool {
    var wasSignedIn = false
    try update(for: server) { present in
      wasSignedIn = present != nil
      return nil
    }
    return wasSignedIn
  }

  /// The credentials of the vendor signed in at `server`; `nil` when signed out.
  package func storedCredentials(for server: URL) throws -> StoredCredentials? {
    try signIn(for: server).map { StoredCredentials(store: self, server: server, signIn: $0) }
  }
}

/// The credentials that are kept for one vendor at one server; read anew for each write.
package struct StoredCredentials: VendorLearning {
  private let store: any CredentialsStorage
  private let server: URL
  private let identifier: Secret
  /// The vendor, as known when this was made.
  package let vendor: Vendor?

  init(store: any CredentialsStorage, server: URL, signIn: SignIn) {
    (self.store, self.server) = (store, server)
    (identifier, vendor) = (signIn.credentials.identifier, signIn.vendor)
  }

  package var account: String? { identifier.reveal() }

  /// Reads them; `nil` when the vendor is not signed in any more.
  package func credentials() throws -> VendorCredentials? { try present()?.credentials }

  /// An element for each sign-in and sign-out.
  package var changes: AsyncStream<Void> { store.changes }

  /// Keeps the vendor's number and name beside the credentials.
  package func didLearn(_ vendor: Vendor) async {
    guard let present = try? present(), present.vendor != vendor else { return }
    try? store.update(for: server) { signIn in
      guard var signIn, signIn.credentials.identifier == identifier else { return signIn }
      signIn.vendor = vendor
      return signIn
    }
  }

  /// Removes them from the store, unless another vendor has signed in meanwhile.
  package func signOut() async throws {
    try store.update(for: server) { $0?.credentials.identifier == identifier ? nil : $0 }
  }

  private func present() throws -> SignIn? {
    let signIn = try store.signIn(for: server)
    return signIn?.credentials.identifier == identifier ? signIn : nil
  }
}
