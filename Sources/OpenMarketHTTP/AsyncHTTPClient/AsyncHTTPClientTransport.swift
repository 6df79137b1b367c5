#if AsyncHTTPClient
  public import Foundation
  import AsyncHTTPClient
  import HTTPTypes
  import NIOCore
  import NIOHTTP1
  import Synchronization

  /// A transport over AsyncHTTPClient and swift-nio: for Linux, where no response of a server can end the process.
  ///
  /// It keeps what ``URLSessionTransport`` promises. Besides, it trusts authorities that a file names, and costs a fraction
  /// of the processor. It follows the proxies of the environment (`https_proxy`, `http_proxy`, `all_proxy`, `no_proxy`), always
  /// by CONNECT; it asks for gzip and deflate, not for brotli. On Apple's platforms it lacks what the system does for
  /// URLSession, such as a wait for connectivity, a VPN on demand, and the proxies of the settings.
  ///
  /// Certificates are always verified; there is no setting that leaves it out.
  ///
  /// One transport holds one pool of connections; share it. Connections close once the transport has been
  /// released and its last request has ended.
  public final class AsyncHTTPClientTransport: ConnectionKeeping {
    /// How a transport treats its connections; see ``init(idleTimeout:connectionsPerHost:authorities:temporaryFolder:)``.
    package struct Configuration: Sendable, Hashable {
      package var idleTimeout: Duration = .seconds(30)
      package var connectionsPerHost = 12
      package var authorities: URL?
      package var temporaryFolder: URL = FileManager.default.temporaryDirectory
      /// Where the proxies are looked for.
      package var environment = ProcessInfo.processInfo.environment
    }

    /// How this transport treats its connections.
    package let configuration: Configuration
    private let pool: Mutex<ClientPool?>

    /// Makes a transport with its own pool of connections, and opens none yet.
    ///
    /// A setting that cannot be kept to fails each request, with ``HTTPError/Code-swift.struct/invalidInput``.
    ///
    /// - Parameters:
    ///   - idleTimeout: How long nothing may move, in either direction, before a request fails with
    ///     ``HTTPError/Code-swift.struct/timedOut``: by default 30 seconds, and a second more for each 16 KiB of the
    ///     request's body; must be positive. Requests that wait for a free connection count as idle.
    ///   - connectionsPerHost: Most connections to one host at a time, while further requests wait: by default 12, so
    ///     that six photos and four listings at once leave some to what the user waits for. Must be positive. Over
    ///     HTTP/2, one connection is enough for all requests.
    ///   - authorities: A file with certificates as PEM that are trusted beside those of the system, for a server whose
    ///     authority is your own: by default none.
    ///   - temporaryFolder: Where bodies given as streams are kept while they are sent: by default the user's
    ///     temporary folder.
    public convenience init(
      idleTimeout: Duration = .seconds(30), connectionsPerHost: Int = 12, authorities: URL? = nil,
      temporaryFolder: URL = FileManager.default.temporaryDirectory
    ) {
      self.init(
        Configuration(
          idleTimeout: idleTimeout, connectionsPerHost: connectionsPerHost, authorities: authorities,
          temporaryFolder: temporaryFolder))
    }

    package init(_ configuration: Configuration) {
      self.configuration = configuration
      pool = Mutex(nil)
    }

    /// Performs `request`.
    ///
    /// Body streams longer than 256 KiB are first written to the temporary folder: that way they have a
    /// length, and memory stays flat.
    ///
    /// - Parameter request: What to send, and where its response goes.
    /// - Returns: The response, whatever its status.
    /// - Throws: ``HTTPError`` when no whole response arrived, `CancellationError` when the task was
    ///   cancelled. Either closes the connection, or with HTTP/2 the stream.
    @concurrent public func send(_ request: TransportRequest) async throws -> TransportResponse {
      try Task.checkCancellation()
      KeptConnections.note(self)
      let pool = try currentPool()
      let url = try URL(request.head, hasBody: request.body.isPresent)
      let (client, peer) = try pool.client(for: url)
      let body = try await UploadBody(of: request, spoolingTo: configuration.temporaryFolder)
      let upload = body.length.flatMap { $0 > 0 ? BodyUpload(body, length: $0, on: pool.loop) : nil }
      let clientRequest = try NetworkClient.Request(request, to: url, sending: upload)
      let exchange = try Exchange(request, upload: body)
      let clientExchange = ClientExchange(
        exchange, upload: upload, pool: pool, peer: peer,
        idleTimeout: configuration.idleTimeout + .sending(body.length ?? 0))
      return try await exchange.response(to: request) { _ in
        clientExchange.begin(clientRequest, with: client)
        return { clientExchange.stop() }
      }
    }

    private func currentPool() throws(HTTPError) -> ClientPool {
      try HTTPError.check(
        idleTimeout: configuration.idleTimeout, connectionsPerHost: configuration.connectionsPerHost)
      return try pool.withLock { pool throws(HTTPError) in
        if let pool { return pool }
        let made = try ClientPool(configuration)
        pool = made
        return made
      }
    }

    /// Requests that AsyncHTTPClient has not released.
    package var exchangeCount: Int { pool.withLock { $0?.exchangeCount } ?? 0 }

    package func closeConnections() { pool.withLock { $0 = nil } }
  }

  extension NetworkClient.Request {
    /// The request in AsyncHTTPClient's form, which adds the host and the length itself.
    fileprivate init(_ request: TransportRequest, to url: URL, sending upload: BodyUpload?) throws(HTTPError)
    {
      let head = request.head
      let hasBody = request.body.isPresent
      var fields = HTTPHeaders()
      fields.reserveCapacity(head.headerFields.count + 3)
      for field in head.headerFields { fields.add(name: field.name.rawName, value: field.value) }
      if hasBody, head.headerFields[.contentType] == nil {
        fields.add(name: "Content-Type", value: "application/octet-stream")
      }
      do {
        try self.init(
          url: url, method: HTTPMethod(rawValue: head.method.rawValue), headers: fields,
          body: hasBody ? upload?.clientBody ?? .byteBuffer(ByteBuffer()) : nil)
      } catch {
        throw HTTPError(fault: .invalidRequest, "Not a request: look at its address and fields.")
      }
    }
  }
#endif
