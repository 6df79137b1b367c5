import Foundation
import OpenMarket

extension Settings {
  /// Returns the account signed in at the server, if any, as which commands sell, and whose store they use.
  func credentials() throws -> StoredCredentials? {
    guard let server else { return nil }
    return try signIns.storedCredentials(for: server)
  }

  /// Returns the sign-in at the server.
  /// - Throws: `HTTPError` with `unauthorized` when signed out: a write without a vendor could never be sent.
  @discardableResult func requiredSignIn() throws -> SignIn {
    let server = try requiredServer()
    if let signIn = try signIns.signIn(for: server) { return signIn }
    throw HTTPError(.unauthorized, "not signed in at \(server.absoluteString): market login --identifier …")
  }

  /// Where sign-ins are kept: the keychain where there is one, unless a folder is named.
  var signIns: any CredentialsStorage {
    #if canImport(Security)
      if !namesCredentialsFolder { return KeychainCredentialsStore() }
    #endif
    return FileCredentialsStore(folder: credentialsFolder)
  }
}
