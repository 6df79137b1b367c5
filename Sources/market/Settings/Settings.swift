import Foundation
import OpenMarket

/// Where to, how long and where what is kept: from the command line, else the environment, else the configuration
/// file.
struct Settings {
  /// `nil` when nothing names one; only ``requiredServer()`` minds.
  private(set) var server: URL?
  /// The folder of what is stored on this device; `nil` for one for each server.
  private(set) var store: URL?
  /// For one whole call, all its attempts included.
  var timeout: Duration
  /// Whether the server performs all requests with one idempotency key once.
  private(set) var serverHonoursIdempotencyKeys: Bool
  /// How long a request without a response may still be on its way.
  private(set) var settlingTime: Duration

  /// The contents of the configuration file; every key may be absent, any other is refused.
  private struct File: Decodable {
    var server: String?
    var timeout: Double?
    var store: String?
    var idempotencyKeys: Bool?
    var settlingTime: Double?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case server, timeout, store, idempotencyKeys, settlingTime
    }
  }

  private let path: String
  let credentialsFolder: URL
  /// Whether that file is asked for explicitly, also where there is a keychain.
  let namesCredentialsFolder: Bool

  /// Puts together what the command line (`server`, `timeout` in seconds, `store`), the environment and the file
  /// say.
  init(server: String?, timeout: Double?, store: String?, environment: [String: String]) throws {
    path = Self.filePath(environment)
    let named = environment["OPENMARKET_CREDENTIALS"].flatMap { $0.isEmpty ? nil : $0 }
    namesCredentialsFolder = named != nil
    credentialsFolder =
      named.map { URL(argument: $0, directoryHint: .isDirectory) }
      ?? URL(filePath: path).deletingLastPathComponent().appending(
        path: "credentials", directoryHint: .isDirectory)
    let file = try Self.read(path)
    let servers = [
      (server, "--server"), (environment["OPENMARKET_SERVER"], "OPENMARKET_SERVER"), (file.server, path),
    ]
    if let (text, origin) = Self.first(of: servers) {
      self.server = try Self.server(text, origin)
    }
    let stores = [(store, "--store"), (environment["OPENMARKET_STORE"], ""), (file.store, path)]
    self.store = Self.first(of: stores).map { URL(argument: $0.0, directoryHint: .isDirectory) }
    if let store = self.store, !store.isFileURL {
      throw SettingsError(
        "the store's folder \(store.path.printable) is nowhere: the current folder was deleted")
    }
    let seconds = try timeout ?? Self.number("OPENMARKET_TIMEOUT", environment) ?? file.timeout ?? 60
    guard Self.isTimeout(seconds) else {
      throw SettingsError("the timeout is \(seconds) s; it must be more than 0 and at most 86400")
    }
    self.timeout = .seconds(seconds)
    serverHonoursIdempotencyKeys =
      try Self.flag("OPENMARKET_IDEMPOTENCY_KEYS", environment) ?? file.idempotencyKeys ?? false
    let settling = try Self.number("OPENMARKET_SETTLING_TIME", environment) ?? file.settlingTime ?? 120
    guard settling >= 0, settling <= 86_400 else {
      throw SettingsError("the settling time is \(settling) s; it must be 0 to 86400")
    }
    settlingTime = .seconds(settling)
  }

  /// Whether a call can have so many seconds; not with NaN.
  static func isTimeout(_ seconds: Double) -> Bool { seconds > 0 && seconds <= 86_400 }

  private static func server(_ text: String, _ origin: String) throws -> URL {
    if let url = URL(string: text), (try? HTTPClient.name(of: url)) != nil { return url }
    // What stands before it may be a password, which is not repeated.
    guard !text.contains("@"), !text.lowercased().contains("%40") else {
      throw SettingsError(
        "\(origin): an address with a user name or password (before @) is refused: give one such as http://127.0.0.1:8080"
      )
    }
    throw SettingsError("\(origin): '\(text.printable)' is not an address such as http://127.0.0.1:8080")
  }

  /// The server, for who cannot do without.
  func requiredServer() throws -> URL {
    guard let server else {
      throw SettingsError(
        "no server: give --server URL, set OPENMARKET_SERVER, or write {\"server\": \"URL\"} to \(path)")
    }
    return server
  }

  /// The first that says something, and where it says so.
  private static func first(of candidates: [(String?, String)]) -> (String, String)? {
    candidates.lazy.compactMap { value, origin in value.flatMap { $0.isEmpty ? nil : ($0, origin) } }.first
  }

  /// `OPENMARKET_CONFIG`, else `openmarket/config.json` in the user's configuration folder (XDG).
  private static func filePath(_ environment: [String: String]) -> String {
    let named = environment["OPENMARKET_CONFIG"].flatMap { $0.isEmpty ? nil : URL(argument: $0) }
    let file = named ?? UserFolder.configuration(in: environment).appending(path: "config.json")
    return file.path(percentEncoded: false)
  }

  private static func read(_ path: String) throws -> File {
    guard FileManager.default.fileExists(atPath: path) else { return File() }
    do {
      let data = try RegularFile.read(URL(filePath: path), upTo: 1 << 20)
      let known = File.CodingKeys.allCases.map(\.rawValue)
      if let unknown = try data.firstKey(besides: known) {
        let names = known.joined(separator: ", ")
        throw SettingsError("\(path): there is no setting '\(unknown.printable)'; known are \(names)")
      }
      return try JSONDecoder().decode(File.self, from: data)
    } catch let error as SettingsError {
      throw error
    } catch is DecodingError {
      throw SettingsError(
        #"\#(path) must be JSON such as {"server": "http://127.0.0.1:8080", "timeout": 30}"#)
    } catch {
      let reason = (error as? RegularFile.Failure)?.reason ?? error.systemReason
      throw SettingsError("\(path) cannot be read: \(reason)")
    }
  }

  private static func flag(_ name: String, _ environment: [String: String]) throws -> Bool? {
    switch environment[name] {
    case nil, "": return nil
    case "1", "true", "yes": return true
    case "0", "false", "no": return false
    case let other?: throw SettingsError("\(name): '\(other.printable)' is neither 1 nor 0")
    }
  }

  private static func number(_ name: String, _ environment: [String: String]) throws -> Double? {
    guard let text = environment[name], !text.isEmpty else { return nil }
    guard let number = Double(text) else {
      throw SettingsError("\(name): '\(text.printable)' is not a number of seconds")
    }
    return number
  }
}

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

extension Data {
  /// The first key, in alphabetical order, of the JSON object in these bytes that is none of `known`.
  func firstKey(besides known: [String]) throws -> String? {
    try JSONDecoder().decode([String: SkippedValue].self, from: self).keys.filter { !known.contains($0) }
      .min { $0.precedesByBytes($1) }
  }
}

private struct SkippedValue: Decodable {
  init(from decoder: any Decoder) throws {}
}

struct SettingsError: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
