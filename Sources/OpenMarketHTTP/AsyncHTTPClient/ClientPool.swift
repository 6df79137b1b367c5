#if AsyncHTTPClient
  import AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOHTTPCompression
  import NIOPosix
  import NIOSSL
  import Synchronization

  typealias NetworkClient = AsyncHTTPClient.HTTPClient

  /// The connections to servers, which close once the pool has been released and its last request has ended.
  ///
  /// All of them are on one event loop: a client's requests are few, and none of them has to wait for another thread.
  final class ClientPool: Sendable {
    private static let hasLoops = Atomic(false)
    let loop: any EventLoop
    private let configuration: NetworkClient.Configuration
    private let proxies: ProxySettings
    /// One for each way to the servers: directly, and through each proxy.
    private let clients = Mutex<[NetworkClient.Configuration.Proxy?: NetworkClient]>([:])
    private let exchanges = Atomic<Int>(0)

    /// - Throws: ``HTTPError`` with the fault `invalidRequest` for a file of authorities that is none, and with
    ///   `cannotConnect` when the process has too many open files.
    init(_ configuration: AsyncHTTPClientTransport.Configuration) throws(HTTPError) {
      // Three for each of the process's event loops, until they run, one for a connection, and some for what other threads open
      // meanwhile.
      let loops = Self.hasLoops.load(ordering: .relaxed) ? 0 : NIOSingletons.groupLoopCountSuggestion
      try OpenFiles.require(3 * loops + (loops > 0 ? 4 : 1))
      loop = MultiThreadedEventLoopGroup.singleton.any()
      Self.hasLoops.store(true, ordering: .relaxed)
      self.configuration = try NetworkClient.Configuration(configuration)
      proxies = ProxySettings(configuration.environment)
    }

    deinit {
      for client in clients.withLock({ $0.values }) { client.shutdown { _ in } }
    }

    /// The client for `url`, through the proxy that the environment names for it, and the end of its connections.
    ///
    /// All requests go through a proxy by its method CONNECT, also those that are not encrypted.
    /// - Throws: ``HTTPError`` with the fault `invalidRequest` for a proxy that cannot be used.
    func client(for url: URL) throws(HTTPError) -> (client: NetworkClient, peer: ConnectionPeer) {
      let named = try proxies.proxy(for: url)
      let proxy = try named?.clientProxy()
      let client = clients.withLock { clients in
        if let client = clients[proxy] { return client }
        var configuration = configuration
        configuration.proxy = proxy
        let client = NetworkClient(eventLoopGroup: loop, configuration: configuration)
        clients[proxy] = client
        return client
      }
      return (client, ConnectionPeer(of: url, proxy: named))
    }

    /// Requests that AsyncHTTPClient has not released.
    var exchangeCount: Int { exchanges.load(ordering: .relaxed) }

    func exchangeBegan() { exchanges.add(1, ordering: .relaxed) }
    func exchangeEnded() { exchanges.subtract(1, ordering: .relaxed) }
  }

  extension NamedProxy {
    /// The proxy in AsyncHTTPClient's form.
    /// - Throws: ``HTTPError`` with the fault `invalidRequest` for one of an unknown kind. Its password is not in it.
    fileprivate func clientProxy() throws(HTTPError) -> NetworkClient.Configuration.Proxy {
      switch scheme {
      case "http":
        let login = user.map {
          NetworkClient.Authorization.basic(username: $0, password: password ?? "")
        }
        return .server(host: host, port: port, authorization: login)
      case "socks5" where user == nil, "socks5h" where user == nil:
        return .socksServer(host: host, port: port)
      default:
        throw HTTPError(
          fault: .invalidRequest,
          "\(variable) names a proxy of an unknown kind: write http://host:port or socks5://host:port.")
      }
    }
  }

  extension NetworkClient.Configuration {
    fileprivate init(_ configuration: AsyncHTTPClientTransport.Configuration) throws(HTTPError) {
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.minimumTLSVersion = .tlsv12
      if let file = configuration.authorities {
        tls.additionalTrustRoots = [.certificates(try .authorities(in: file))]
      }
      self.init(
        tlsConfiguration: tls, redirectConfiguration: .disallow,
        timeout: .init(connect: TimeAmount(min(configuration.idleTimeout, .seconds(1 << 30))), read: nil),
        decompression: .enabled(limit: .none))
      connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = configuration.connectionsPerHost
      // Whether to try again is for those to say who know what the request does.
      connectionPool.retryConnectionEstablishment = false
      http1_1ConnectionDebugInitializer = ResponseGuard.add(toConnection:)
      http2StreamChannelDebugInitializer = ResponseGuard.add(toStream:)
    }
  }

  extension [NIOSSLCertificate] {
    fileprivate static func authorities(in file: URL) throws(HTTPError) -> [NIOSSLCertificate] {
      do {
        let certificates = try NIOSSLCertificate.fromPEMFile(file.path)
        if !certificates.isEmpty { return certificates }
      } catch {
        throw HTTPError(
          fault: .invalidRequest,
          "\(file.path) is not a file of authorities: it must hold certificates as PEM.", cause: error)
      }
      throw HTTPError(fault: .invalidRequest, "\(file.path) holds no certificate.")
    }
  }
#endif
