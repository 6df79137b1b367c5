import Foundation
import OpenMarket

extension Settings {
  /// Who is signed in at the server, if anybody: what commands sell as, and whose store they use.
  func credentials() throws -> StoredCredentials? {
    guard let server else { return nil }
    return try signIns.credentials(for: server)
  }

  /// Where sign-ins are kept: the keychain where there is one, unless a folder is named.
  var signIns: any CredentialsStore {
    #if canImport(Security)
      if !namesCredentialsFolder { return KeychainCredentialsStore() }
    #endif
    return FileCredentialsStore(folder: credentialsFolder)
  }
}
