public import Foundation
import HTTPTypes
import OpenMarketPacing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The transport for production: URLSession, with the same behaviour on every platform.
///
/// Beyond URLSession, it responds with redirects and refused sign-ins instead of acting on them,
/// sends and keeps no cookies, caches nothing, keeps the request's deadline and response limit, reports the
/// same fault in the same terms everywhere, and writes downloads to disk with flat memory. A request costs
/// about what a bare `URLSession.data(for:)` costs.
///
/// On Linux the system's FoundationNetworking (Swift 6.3) ends the process when a server closes the connection
/// within the head of a response, sends chunked trailers, or redirects to certain malformed addresses; nothing
/// outside of it can prevent that.
///
/// One transport holds one session with its pool of connections; share it. Connections close once the
/// transport has been released and its last request has ended.
public final class URLSessionTransport: HTTPTransport {
  /// How a transport treats its connections.
  public struct Configuration: Sendable, Hashable {
    /// How long nothing may move, in either direction, before a request fails: by default 30 seconds.
    ///
    /// The error is ``TransportError/Code-swift.struct/idleTimeout``. Counted in whole seconds, rounded up;
    /// must be positive. Requests that wait for a free connection count as idle.
    public var idleTimeout: Duration = .seconds(30)
    /// Most connections to one host at a time, while further requests wait: by default 6, must be positive.
    public var connectionsPerHost = 6
    /// Where bodies given as streams are kept while they are sent: by default the user's temporary folder.
    public var temporaryFolder: URL = FileManager.default.temporaryDirectory

    /// The defaults.
    public init() {}
  }

  /// How this transport treats its connections.
  package let configuration: Configuration
  private let pool: ConnectionPool

  /// Makes a transport with its own pool of connections, and opens none yet.
  ///
  /// - Parameter configuration: How to treat the connections; what cannot be kept to shows with the first
  ///   request, as ``TransportError/Code-swift.struct/invalidRequest``.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    pool = ConnectionPool(configuration)
  }

  /// Performs `request`.
  ///
  /// Body streams longer than 256 KiB are first written to ``Configuration/temporaryFolder``: that way they have a
  /// length, and memory stays flat.
  ///
  /// - Parameter request: What to send, and where its response goes.
  /// - Returns: The response, whatever its status.
  /// - Throws: ``TransportError`` when no whole response arrived, `CancellationError` when the task was
  ///   cancelled. Either closes the connection.
  @concurrent public func send(_ request: TransportRequest) async throws -> TransportResponse {
    try Task.checkCancellation()
    try configuration.validate()
    if let deadline = request.deadline, request.clock.now >= deadline {
      throw TransportError(.deadlineExceeded, "The deadline had passed before the request was sent.")
    }
    let urlRequest = try URLRequest(request.head, hasBody: request.body.isPresent)
    let upload = try await upload(of: request)
    let exchange = try Exchange(request, upload: upload)
    let mayRepeat = ConnectionPool.mayRepeat(request.head.method, upload)
    let pool = mayRepeat ? ConnectionPool(configuration) : pool
    let task = pool.makeTask(urlRequest, sending: upload, for: exchange)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard exchange.begin(continuation, task) else { return task.cancelFromAnywhere() }
        if let deadline = request.deadline { exchange.end(at: deadline, on: request.clock) }
        task.resume()
      }
    } onCancel: {
      exchange.end(with: CancellationError())
    }
  }

  /// Readies the body; only spooling a stream takes long enough for the deadline to matter.
  private func upload(of request: TransportRequest) async throws -> UploadBody {
    let folder = configuration.temporaryFolder
    guard case .stream = request.body, let deadline = request.deadline else {
      return try await UploadBody(request.body, spoolingTo: folder)
    }
    do {
      return try await withDeadline(deadline, clock: request.clock) {
        try await UploadBody(request.body, spoolingTo: folder)
      }
    } catch is DeadlineExceeded {
      throw TransportError(.deadlineExceeded, "The deadline passed before the body was ready to be sent.")
    }
  }

  /// Exchanges whose tasks the session has not released.
  package var exchangeCount: Int { pool.exchangeCount }
}

extension URLSessionTransport.Configuration {
  fileprivate func validate() throws(TransportError) {
    guard idleTimeout > .zero else {
      throw TransportError(.invalidRequest, "The transport's idleTimeout must be positive.")
    }
    guard connectionsPerHost > 0 else {
      throw TransportError(.invalidRequest, "The transport's connectionsPerHost must be positive.")
    }
  }
}

extension RequestBody {
  fileprivate var isPresent: Bool {
    if case .none = self { false } else { true }
  }
}
