package import Foundation
package import OpenMarketAPI
import OpenMarketHTTP
package import OpenMarketStore

/// The folder of a store when the app names none: one for each server and account, where the platform keeps an app's data.
///
/// `Application Support` on Apple platforms, but `Caches` on tvOS; `$XDG_DATA_HOME` or `~/.local/share` on Linux. Below it come the app's
/// bundle identifier, if it has one, `openmarket`, the server's name and port, and `guest` or a digest of the vendor's
/// identifier: the identifier itself is in no path. No two servers have one folder: what is queued for one would be sent to
/// the other.
package enum StoreLocation {
  /// The folder of who sells, or of a guest; it is made when the store is opened.
  /// - Throws: `StoreError` when the platform names no folder for data, or when the owner of the credentials is unknown.
  package static func folder(
    for server: URL, credentials: (any CredentialsProvider)? = nil
  ) throws(StoreError) -> URL {
    if let credentials, credentials.account == nil {
      throw StoreError(
        .invalidInput,
        "The credentials do not say whose they are: pass the account's own folder.")
    }
    guard let data = UserFolder.data else {
      throw StoreError(.notPermitted, "The platform names no folder for data: pass one.")
    }
    var names = [bundleIdentifier, "openmarket", name(of: server)].compactMap(\.self)
    names.append(credentials?.account.map { SignIn.digest(of: Secret($0)) } ?? "guest")
    return names.reduce(data) { $0.appending(path: $1, directoryHint: .isDirectory) }
  }

  /// Gives the folder of a server's former address its new name, unless there is none, or one by that name already.
  /// - Throws: `StoreError` when it cannot be moved.
  package static func move(_ former: URL, to folder: URL) throws(StoreError) {
    let manager = FileManager.default
    guard manager.fileExists(atPath: former.path), !manager.fileExists(atPath: folder.path) else { return }
    do {
      try manager.createDirectory(
        at: folder.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try manager.moveItem(at: former, to: folder)
    } catch {
      // Unless another process was faster.
      guard manager.fileExists(atPath: folder.path) else {
        throw StoreError(.failed, "cannot move \(former.path) to \(folder.path)", cause: error)
      }
    }
  }

  /// Only Apple's platforms give apps one; elsewhere looking for it costs a walk through the program's folder.
  private static var bundleIdentifier: String? {
    #if canImport(Darwin)
      Bundle.main.bundleIdentifier
    #else
      nil
    #endif
  }

  /// Host, port and path prefix, such as `market.test-443` and `market.test-8080_v2`, with nothing in it that a file system
  /// does not accept.
  ///
  /// The port says which scheme it is, unless it is https on another port than its own, or http on that one. No part has the
  /// character between parts in it: the name of an address that has is a digest, as that of a long one.
  private static func name(of server: URL) -> String {
    let isSecure = server.scheme?.lowercased() == "https"
    let (scheme, port) = (isSecure ? "https" : "http", server.port ?? (isSecure ? 443 : 80))
    let host = server.host()?.lowercased() ?? ""
    var path = server.path(percentEncoded: true)
    while path.hasSuffix("/") { path.removeLast() }
    let isUsual = isSecure == (port == 443)
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    let name = ((isUsual ? [] : [scheme]) + ["\(host)-\(port)"] + parts).joined(separator: "_")
    if name.utf8.count < 200, ([host] + parts).allSatisfy(isSafe) { return name }
    let text = isUsual && path.isEmpty ? "\(host)-\(port)" : "\(scheme)://\(host):\(port)\(path)"
    return "server-\(SignIn.digest(of: Secret(text)))"
  }

  private static func isSafe(_ part: String) -> Bool {
    part.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
    }
  }
}
