import Foundation
import OpenMarket

extension Settings {
  /// Returns the account signed in at the server, if any, as which commands sell, and whose store they use.
  func credentials() throws -> StoredCredentials? {
    guard let server else { return nil }
    return try signIns.storedCredentials(for: server)
  }

  /// Where sign-ins are kept: the keychain where there is one, unless a folder is named.
  var signIns: any CredentialsStorage {
    #if canImport(Security)
      if !namesCredentialsFolder { return KeychainCredentialsStore() }
    #endif
    return FileCredentialsStore(folder: credentialsFolder)
  }
}
