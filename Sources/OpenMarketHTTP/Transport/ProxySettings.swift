#if AsyncHTTPClient || canImport(FoundationNetworking)
  import Foundation

  /// The proxies that the environment names, by the rules of curl: `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`.
  struct ProxySettings {
    private let environment: [String: String]

    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
      self.environment = environment
    }

    /// The proxy for `url`; `nil` to go directly.
    /// - Throws: ``HTTPError`` with the fault `invalidRequest` when it is no address. Its password is not in it.
    func proxy(for url: URL) throws(HTTPError) -> NamedProxy? {
      // In capitals, HTTP_PROXY may be a field of a request, in the environment of a CGI program.
      let names = url.scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
      guard
        let name = (names + ["all_proxy", "ALL_PROXY"]).first(where: { environment[$0]?.isEmpty == false }),
        let text = environment[name], !isExempt(url.host ?? "")
      else { return nil }
      let address = text.contains("://") ? text : "http://\(text)"
      guard let proxy = URLComponents(string: address), let host = proxy.host, !host.isEmpty else {
        throw HTTPError(
          fault: .invalidRequest, "\(name) is not the address of a proxy: write http://host:port.")
      }
      return NamedProxy(
        variable: name, scheme: proxy.scheme?.lowercased() ?? "",
        host: host.trimmingCharacters(in: CharacterSet(charactersIn: "[]")), port: proxy.port ?? 1_080,
        user: proxy.user, password: proxy.password)
    }

    private func isExempt(_ host: String) -> Bool {
      let host = host.lowercased()
      let list = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
      return list.lowercased().split(whereSeparator: { $0 == "," || $0 == " " }).contains { entry in
        let domain = entry.drop { $0 == "." }
        return entry == "*" || host == domain || host.hasSuffix(".\(domain)")
          || Self.isNetwork(entry, of: host)
      }
    }

    /// Whether `range`, such as `10.0.0.0/8`, holds the address `host` of IPv4.
    private static func isNetwork(_ range: Substring, of host: String) -> Bool {
      let parts = range.split(separator: "/", maxSplits: 1)
      guard parts.count == 2, let length = UInt8(parts[1]), length <= 32, let network = address(parts[0]),
        let address = address(host[...])
      else { return false }
      return (network ^ address) >> (32 - UInt32(length)) == 0
    }

    private static func address(_ text: Substring) -> UInt32? {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      let bytes = parts.compactMap { UInt8($0) }
      // Names such as 10.0.0.1.nip.io are none.
      guard parts.count == 4, bytes.count == 4 else { return nil }
      return bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
  }
#endif

/// A proxy, and the variable of the environment that names it.
struct NamedProxy {
  var variable: String
  var scheme: String
  /// An address of IPv6 without its brackets.
  var host: String
  var port: Int
  var user: String?
  var password: String?
}
