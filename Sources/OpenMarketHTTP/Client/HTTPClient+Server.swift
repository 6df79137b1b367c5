package import Foundation

extension HTTPClient {
  /// One spelling for all addresses of the same server: scheme, host in lower case, port unless it is the
  /// scheme's own, and path prefix, such as `http://localhost:8080/market`.
  /// - Throws: ``HTTPError`` with the code `invalidInput` that says what is wrong with an address that cannot be used.
  package static func name(of server: URL) throws -> String {
    let address = try ServerAddress(server)
    return "\(address.scheme)://\(address.authority)\(address.pathPrefix)"
  }
}
