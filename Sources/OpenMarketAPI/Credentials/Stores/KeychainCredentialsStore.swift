#if canImport(Security)
  public import Foundation
  import OpenMarketHTTP
  import OpenMarketPacing
  import Security

  /// Keeps who is signed in in the keychain of Apple's platforms.
  ///
  /// Items can be read after the device was unlocked once since it started, so that writes go on in the
  /// background, and stay on this device.
  public final class KeychainCredentialsStore: CredentialsStore {
    private let service: String
    /// The changes; several are one for a listener who is slow.
    private let signals = Broadcast<Void>(patience: 1)

    /// Names the store.
    /// - Parameter service: Tells this app's items from those of others (default: `openmarket`).
    public init(service: String = "openmarket") { self.service = service }

    /// Returns the account that is signed in at `server`.
    /// - Throws: ``CredentialsError``; `HTTPError` for an address that cannot be used.
    public func signIn(for server: URL) throws -> SignIn? { try read(HTTPClient.name(of: server)) }

    /// Changes who is signed in at `server`.
    ///
    /// The keychain has no transactions: of two changes at the same moment the later one stands.
    /// - Throws: ``CredentialsError``; `HTTPError` for an address that cannot be used.
    public func update(for server: URL, _ change: (SignIn?) -> SignIn?) throws {
      let name = try HTTPClient.name(of: server)
      let present = try read(name)
      let wanted = change(present)
      guard wanted != present else { return }
      if let wanted { try write(wanted, name) } else { try delete(name) }
      signals.send(())
    }

    /// Tells when somebody signs in or out in this process.
    public var changes: AsyncStream<Void> { signals.stream() }

    private func item(_ name: String) -> [String: Any] {
      [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
        kSecAttrAccount as String: name,
      ]
    }

    private func read(_ name: String) throws(CredentialsError) -> SignIn? {
      var query = item(name)
      query[kSecReturnData as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      var result: CFTypeRef?
      let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
      if status == errSecItemNotFound { return nil }
      try Self.check(status, "read")
      guard let data = result as? Data,
        let signIn = try? JSONDecoder().decode(SignIn.Record.self, from: data).signIn()
      else {
        throw CredentialsError(.damaged, "The keychain's item is not of this app: sign in again.")
      }
      return signIn
    }

    private func write(_ signIn: SignIn, _ name: String) throws(CredentialsError) {
      guard let data = try? JSONEncoder().encode(SignIn.Record(signIn)) else {
        throw CredentialsError(.failed, "The credentials cannot be encoded.")
      }
      let values: [String: Any] = [
        kSecValueData as String: data,
        kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      ]
      var status = SecItemUpdate(item(name) as CFDictionary, values as CFDictionary)
      if status == errSecItemNotFound {
        status = SecItemAdd(item(name).merging(values) { $1 } as CFDictionary, nil)
      }
      try Self.check(status, "written")
    }

    private func delete(_ name: String) throws(CredentialsError) {
      let status = SecItemDelete(item(name) as CFDictionary)
      if status != errSecItemNotFound { try Self.check(status, "deleted") }
    }

    private static func check(_ status: OSStatus, _ verb: String) throws(CredentialsError) {
      guard status != errSecSuccess else { return }
      if status == errSecInteractionNotAllowed {
        throw CredentialsError(
          .unavailable, "The keychain cannot be \(verb) while the device is locked: try again later.")
      }
      let reason = SecCopyErrorMessageString(status, nil).map { $0 as String } ?? "status \(status)"
      throw CredentialsError(.failed, "The keychain cannot be \(verb): \(reason)")
    }
  }
#endif
