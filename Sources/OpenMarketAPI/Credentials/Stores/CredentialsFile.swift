import Foundation
import OpenMarketHTTP

/// The contents of the credentials file: JSON, one entry for each server.
struct CredentialsFile {
  private struct Contents: Codable {
    var version: Int
    var servers: [String: SignIn.Record]
  }

  private struct Version: Decodable { var version: Int }

  private static let version = 1
  private var servers: [String: SignIn.Record] = [:]
  private var path = ""

  init() {}

  /// Reads `data`, which is in the file at `path`. No error shows anything of it.
  init(_ data: Data, path: String) throws(CredentialsError) {
    self.path = path
    let decoder = JSONDecoder()
    if let found = try? decoder.decode(Version.self, from: data), found.version > Self.version {
      throw CredentialsError(.newerVersion, "A newer version of this program wrote \(path): update this one.")
    }
    guard let contents = try? decoder.decode(Contents.self, from: data), contents.version == Self.version
    else {
      throw Self.damaged(path)
    }
    servers = contents.servers
  }

  var isEmpty: Bool { servers.isEmpty }

  func signIn(at server: String) throws(CredentialsError) -> SignIn? {
    guard let record = servers[server] else { return nil }
    do { return try record.signIn() } catch { throw Self.damaged(path) }
  }

  mutating func set(_ signIn: SignIn?, at server: String) {
    servers[server] = signIn.map(SignIn.Record.init)
  }

  func data() throws(CredentialsError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do { return try encoder.encode(Contents(version: Self.version, servers: servers)) } catch {
      throw CredentialsError(.failed, "The credentials cannot be encoded.")
    }
  }

  private static func damaged(_ path: String) -> CredentialsError {
    CredentialsError(.damaged, "\(path) is torn or no credentials file: delete it and sign in again.")
  }
}
