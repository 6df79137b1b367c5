import OpenMarketHTTP

/// A source of a vendor's credentials, asked before each write, so that they need not be stored anywhere.
///
/// ``VendorCredentials`` are one themselves, which never change. Those of a ``CredentialsStore`` are what
/// the user has signed in with, and an app with a sign-in of its own writes one:
///
/// ```swift
/// struct AccountService: CredentialsProvider {
///   let account: String?                    // the vendor's identifier: it names the folder on this device
///   let session: Session                    // the app's own
///
///   func credentials() async throws -> VendorCredentials? { await session.current }
///   func refreshedCredentials(after refused: VendorCredentials) async throws -> VendorCredentials? {
///     try await session.renew()
///   }
///   var changes: AsyncStream<Void> { session.changes }
///   func signOut() async throws { try await session.end() }
/// }
/// ```
///
/// In a class of the main actor, such as the model of a sign-in, its asynchronous methods are marked `@MainActor` too; else compilers
/// up to Swift 6.3 take them for `nonisolated` (swiftlang/swift#92352).
///
/// The API has no sign-up or login: your server issues the identifier and the secret. A wrong secret shows at the first write.
public protocol CredentialsProvider: Sendable {
  /// The vendor's identifier, if it is known without waiting.
  ///
  /// Names the account's folder on this device. Credentials of any other account are then refused, so that
  /// nothing is ever sent in another vendor's name. Default: unknown.
  var account: String? { get }

  /// The credentials as they are now; `nil` when signed out.
  ///
  /// Called before each write, so it should be quick.
  ///
  /// - Throws: Whatever keeps it from telling just now: the write fails as `unauthorized`, and one of the outbox is tried again later.
  func credentials() async throws -> VendorCredentials?

  /// Gets new credentials after the server has refused some with 401.
  ///
  /// However many writes are refused at the same time, it is called once. Each of them is sent once more
  /// with what it returns. ``credentials()`` should return the same from then on.
  ///
  /// Default: those of ``credentials()``, if they are others by now.
  /// - Parameter refused: What the server does not accept.
  /// - Returns: Others; `nil` when there are none, and the user has to sign in.
  /// - Throws: Whatever keeps it from getting them; the writes then fail as `unauthorized`.
  func refreshedCredentials(after refused: VendorCredentials) async throws -> VendorCredentials?

  /// One element each time the credentials may have changed, such as when a vendor has signed in: writes that wait
  /// for it are then sent again. A new stream for each reader, which ends when they will never change.
  ///
  /// Default: ends at once.
  var changes: AsyncStream<Void> { get }

  /// Called when the vendor signs out: from then on ``credentials()`` should return `nil`.
  ///
  /// Default: does nothing.
  func signOut() async throws
}

extension CredentialsProvider {
  /// Unknown.
  public var account: String? { nil }

  /// Those of ``credentials()``, if they are others by now.
  public func refreshedCredentials(after refused: VendorCredentials) async throws -> VendorCredentials? {
    let present = try await credentials()
    return present == refused ? nil : present
  }

  /// Ends at once.
  public var changes: AsyncStream<Void> { AsyncStream { $0.finish() } }

  /// Does nothing.
  public func signOut() async throws {}
}

extension VendorCredentials: CredentialsProvider {
  /// The identifier.
  public var account: String? { identifier.reveal() }

  /// These.
  public func credentials() -> VendorCredentials? { self }
}

/// Credentials that remember whose they are.
package protocol VendorLearning: CredentialsProvider {
  /// Called with the vendor whom the server names in its responses to writes, as no call of the API tells who
  /// one is.
  func didLearn(_ vendor: Vendor) async
}
