#if canImport(Security)
  package import Foundation
  import OpenMarketHTTP
  import OpenMarketPacing
  import Security
  import Synchronization

  /// Keeps who is signed in in the keychain, as ``CredentialsStore/keychain(service:accessGroup:)`` says.
  package final class KeychainCredentialsStore: CredentialsStorage {
    private let service: String
    private let accessGroup: String?
    /// The changes; several are one for a listener who is slow.
    private let signals = Broadcast<Void>(patience: 1)
    private static let changing = Mutex(())

    package init(service: String = "openmarket", accessGroup: String? = nil) {
      (self.service, self.accessGroup) = (service, accessGroup)
    }

    /// Returns the account that is signed in at `server`.
    package func signIn(for server: URL) throws -> SignIn? { try read(HTTPClient.name(of: server)) }

    /// Changes who is signed in at `server`.
    ///
    /// The keychain has no transactions: the changes of this process wait for each other, and one beside which another process
    /// signs in or out is decided anew. When that signs in another account in place of this one, the later change stands.
    package func update(for server: URL, _ change: (SignIn?) -> SignIn?) throws {
      let name = try HTTPClient.name(of: server)
      let hasChanged = try Self.changing.withLock { _ in try replace(name, change) }
      if hasChanged { signals.send(()) }
    }

    /// An element for each sign-in and sign-out in this process.
    package var changes: AsyncStream<Void> { signals.stream() }

    /// Does something with the item, in the keychain that this program has.
    private func perform(_ name: String, _ operation: ([String: Any]) -> OSStatus) -> OSStatus {
      var item: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
        kSecAttrAccount as String: name,
      ]
      if let accessGroup { item[kSecAttrAccessGroup as String] = accessGroup }
      #if os(macOS)
        let protected = item.merging([kSecUseDataProtectionKeychain as String: true]) { $1 }
        let status = operation(protected)
        guard status == errSecMissingEntitlement, accessGroup == nil else { return status }
      #endif
      return operation(item)
    }

    private func read(_ name: String) throws(CredentialsError) -> SignIn? {
      let wish: [String: Any] = [
        kSecReturnData as String: true, kSecMatchLimit as String: kSecMatchLimitOne,
      ]
      var result: CFTypeRef?
      func find() -> OSStatus {
        perform(name) { item in
          unsafe SecItemCopyMatching(item.merging(wish) { $1 } as CFDictionary, &result)
        }
      }
      var status = find()
      if status == errSecItemNotFound {
        try requireUnlocked()
        // It may have been unlocked in between.
        status = find()
        if status == errSecItemNotFound { return nil }
      }
      try Self.check(status, "read")
      guard let data = result as? Data,
        let signIn = try? JSONDecoder().decode(SignIn.Record.self, from: data).signIn()
      else {
        throw CredentialsError(.damaged, "The keychain's item is not of this app: sign in again.")
      }
      return signIn
    }

    /// Makes sure that an item that is not found is not there: before the device was unlocked once since it started, as when
    /// the system launches the app ahead of the user, iOS finds none that is, and the vendor would be signed out.
    private func requireUnlocked() throws(CredentialsError) {
      #if !os(macOS)
        // No item of this class can be made then. It is none of a server's, whose names are addresses.
        let status = perform("unlocked") { item in
          _ = SecItemDelete(item as CFDictionary)
          defer { _ = SecItemDelete(item as CFDictionary) }
          return SecItemAdd(item.merging(Self.values(Data([1]))) { $1 } as CFDictionary, nil)
        }
        if [errSecInteractionNotAllowed, errSecNotAvailable].contains(status) {
          try Self.check(status, "read")
        }
      #endif
    }

    /// The contents of an item, and when they can be read.
    private static func values(_ data: Data) -> [String: Any] {
      [
        kSecValueData as String: data,
        kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      ]
    }

    /// Changes an item. A sign-in is only made or only replaced, whichever was decided, so that none comes back that was removed
    /// in between.
    /// - Returns: Whether there was anything to change.
    private func replace(_ name: String, _ change: (SignIn?) -> SignIn?) throws(CredentialsError) -> Bool {
      var status = errSecSuccess
      for _ in 0..<10 {
        let present = try readable(name)
        let wanted = change(present)
        guard wanted != present else { return false }
        status = try set(wanted, inPlaceOf: present, name)
        guard [errSecItemNotFound, errSecDuplicateItem].contains(status) else { break }
      }
      try Self.check(status, "written")
      return true
    }

    /// The item, or else none: one that cannot be understood is removed, as nothing else could get rid of it.
    private func readable(_ name: String) throws(CredentialsError) -> SignIn? {
      do { return try read(name) } catch {
        guard error.code == .damaged else { throw error }
        let status = perform(name) { item in SecItemDelete(item as CFDictionary) }
        // Another process has removed it already.
        if status != errSecItemNotFound { try Self.check(status, "deleted") }
        return nil
      }
    }

    private func set(
      _ wanted: SignIn?, inPlaceOf present: SignIn?, _ name: String
    ) throws(CredentialsError) -> OSStatus {
      guard let wanted else { return perform(name) { item in SecItemDelete(item as CFDictionary) } }
      guard let data = try? JSONEncoder().encode(SignIn.Record(wanted)) else {
        throw CredentialsError(.failed, "The credentials cannot be encoded.")
      }
      let values = Self.values(data)
      return perform(name) { item in
        present == nil
          ? SecItemAdd(item.merging(values) { $1 } as CFDictionary, nil)
          : SecItemUpdate(item as CFDictionary, values as CFDictionary)
      }
    }

    private static func check(_ status: OSStatus, _ verb: String) throws(CredentialsError) {
      guard status != errSecSuccess else { return }
      if status == errSecInteractionNotAllowed {
        throw CredentialsError(
          .unavailable,
          "The keychain cannot be \(verb) while it or the device is locked: unlock it, and try again.")
      }
      if status == errSecNotAvailable {
        throw CredentialsError(
          .unavailable, "The keychain cannot be \(verb), as there is none yet: try again later.")
      }
      if status == errSecMissingEntitlement {
        throw CredentialsError(
          .failed, "The keychain cannot be \(verb): the app's entitlements do not name its access group.")
      }
      let reason = SecCopyErrorMessageString(status, nil).map { $0 as String } ?? "status \(status)"
      throw CredentialsError(.failed, "The keychain cannot be \(verb): \(reason)")
    }
  }
#endif
