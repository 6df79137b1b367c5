#if AsyncHTTPClient
  import AsyncHTTPClient
  import Foundation

  /// The proxies that the environment names, by the rules of curl: `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`.
  ///
  /// All requests go through a proxy by its method CONNECT, also those that are not encrypted.
  struct ProxySettings {
    private let environment: [String: String]

    init(_ environment: [String: String]) { self.environment = environment }

    /// The proxy for `url`; `nil` to go directly.
    /// - Throws: ``HTTPError`` with the fault `invalidRequest` when it cannot be used. Its password is not in it.
    func proxy(for url: URL) throws(HTTPError) -> NetworkClient.Configuration.Proxy? {
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
      switch proxy.scheme?.lowercased() {
      case "http":
        let login = proxy.user.map {
          NetworkClient.Authorization.basic(username: $0, password: proxy.password ?? "")
        }
        return .server(host: host, port: proxy.port ?? 1_080, authorization: login)
      case "socks5" where proxy.user == nil, "socks5h" where proxy.user == nil:
        return .socksServer(host: host, port: proxy.port ?? 1_080)
      default:
        throw HTTPError(
          fault: .invalidRequest,
          "\(name) names a proxy of an unknown kind: write http://host:port or socks5://host:port.")
      }
    }

    private func isExempt(_ host: String) -> Bool {
      let host = host.lowercased()
      let list = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
      return list.lowercased().split(whereSeparator: { $0 == "," || $0 == " " }).contains { entry in
        let domain = entry.drop { $0 == "." }
        return entry == "*" || host == domain || host.hasSuffix(".\(domain)")
      }
    }
  }
#endif
