import Foundation

/// The other end of a connection: the server, or a proxy.
struct ConnectionPeer: Sendable, Equatable {
  /// Host and port, such as `market.test:443`.
  let address: String
  /// The variable of the environment that names the proxy; `nil` for the server itself.
  let variable: String?

  /// The server of `url`, or the proxy in its place.
  init(of url: URL, proxy: NamedProxy?) {
    let host = proxy?.host ?? url.host ?? ""
    let port = proxy?.port ?? url.port ?? (url.scheme == "https" ? 443 : 80)
    address = (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    variable = proxy?.variable
  }
}
