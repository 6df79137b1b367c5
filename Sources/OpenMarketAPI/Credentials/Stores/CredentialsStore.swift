public import Foundation

/// A store of the credentials of one signed-in vendor for each server, also across launches.
///
/// ```swift
/// let signIns = CredentialsStore.keychain()          // on Linux .file()
/// try signIns.save(VendorCredentials(identifier: identifier, secret: secret), for: server)
/// let market = try Marketplace(server: server) { $0.credentials = try signIns.credentials(for: server) }
/// ```
///
/// Servers are distinguished by scheme, host, port and path prefix, however they are spelled. All methods throw
/// ``CredentialsError``, and `HTTPError` for an address that cannot be used. An app that stores credentials elsewhere
/// writes a ``CredentialsProvider``.
public struct CredentialsStore: Sendable {
  package let storage: any CredentialsStorage

  /// Returns a store in a file that only its owner can read, for systems without a keychain.
  ///
  /// The file, `credentials.json`, has the permissions 0600, and its folder 0700. A file that others could read
  /// or replace is refused, and so are symbolic links. It is replaced as a whole: a process that is killed, or a
  /// full disk, leaves the one before. Several processes may use it. Nothing is made before a vendor signs in.
  ///
  /// Whoever can run programs as the owner can read it, as with every file of this kind. On Apple's platforms it is no part
  /// of backups.
  ///
  /// - Parameter folder: A folder for nothing else. Default: `openmarket/credentials` in `$XDG_CONFIG_HOME`, or else
  ///   in `~/.config`; on iOS, watchOS and visionOS in `Application Support`, on tvOS in `Caches`, from which the system
  ///   may remove it while the app is not running.
  /// - Returns: The store.
  public static func file(folder: URL? = nil) -> CredentialsStore {
    CredentialsStore(storage: FileCredentialsStore(folder: folder))
  }

  #if canImport(Security)
    /// Returns a store in the keychain of Apple's platforms.
    ///
    /// Items can be read after the device was unlocked once since it started, so that writes go on in the
    /// background, and stay on this device. On macOS they are in the data protection keychain, as elsewhere; a program
    /// without entitlements, such as a command-line tool, has none and uses the user's login keychain.
    ///
    /// Items outlive the app: when it is deleted and installed again, the vendor is still signed in. An app that does not
    /// want that removes them at its first launch (``remove(for:)``).
    ///
    /// - Parameters:
    ///   - service: Tells this app's items from those of others (default: `openmarket`).
    ///   - accessGroup: A keychain access group of the app's entitlements, to share the items with its extensions
    ///     (default: any of the app's, for a new item the first).
    /// - Returns: The store.
    public static func keychain(service: String = "openmarket", accessGroup: String? = nil)
      -> CredentialsStore
    {
      CredentialsStore(storage: KeychainCredentialsStore(service: service, accessGroup: accessGroup))
    }
  #endif

  /// Returns a store in memory, until the process ends: for tests.
  public static func memory() -> CredentialsStore { CredentialsStore(storage: MemoryCredentialsStore()) }

  /// Stores the credentials of the vendor signed in at `server`, replacing any other's. Durable when it returns.
  public func save(_ credentials: VendorCredentials, for server: URL) throws {
    try storage.save(SignIn(credentials), for: server)
  }

  /// Removes the credentials of the vendor signed in at `server`.
  /// - Returns: Whether a vendor was signed in.
  @discardableResult public func remove(for server: URL) throws -> Bool { try storage.remove(for: server) }

  /// The credentials of the vendor signed in at `server`, for a client; `nil` when signed out.
  ///
  /// A new secret of the same vendor is used at once. Another vendor is another account: make a new client
  /// after a sign-in or sign-out.
  public func credentials(for server: URL) throws -> (any CredentialsProvider)? {
    try storage.storedCredentials(for: server)
  }
}
