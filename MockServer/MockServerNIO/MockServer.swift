package import Foundation
import NIOCore
import NIOPosix
package import OpenMarketMock

/// Plays a ``MockHandler`` over real sockets: HTTP/1.1 on swift-nio, with the faults that only exist on a
/// wire (resets, truncation, dripping, rubbish).
///
/// ```swift
/// let server = try await MockServer.start(handler: MarketplaceMock())
/// let client = MarketClient(server: server.url)
/// …
/// try await server.stop()
/// ```
///
/// A server runs until ``stop()``, whether or not it is still referenced.
package final class MockServer: Sendable {
  /// Where it listens, with the port that was really bound: `http://127.0.0.1:49152`.
  package let url: URL

  private let listener: any Channel
  private let connections: OpenConnections

  private init(url: URL, listener: any Channel, connections: OpenConnections) {
    self.url = url
    self.listener = listener
    self.connections = connections
  }

  /// Starts a server and returns when it accepts connections.
  ///
  /// The handler runs on the connection's event loop, which makes a request cheap (no thread is changed);
  /// it must not block that thread. All servers of a process share one thread per core.
  ///
  /// - Throws: ``MockServerError`` when the address cannot be had.
  package static func start(
    handler: any MockHandler, configuration: Configuration = .init()
  ) async throws -> MockServer {
    let connections = OpenConnections()
    let listener: any Channel
    do {
      listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .serverChannelOption(.backlog, value: 1_024)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        // A client that has sent its last request may close its half and still read the response.
        .childChannelOption(.allowRemoteHalfClosure, value: true)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            connections.add(channel)
            try Connection.install(on: channel, handler: handler, configuration: configuration)
          }
        }
        .bind(to: address(for: configuration)).get()
    } catch {
      throw MockServerError(error, configuration: configuration)
    }
    guard let url = listener.localAddress.flatMap({ url(of: $0, host: configuration.host) }) else {
      try await listener.close()
      throw MockServerError.invalidAddress(configuration)
    }
    return MockServer(url: url, listener: listener, connections: connections)
  }

  /// Starts a server that responds with a closure.
  ///
  /// - Throws: ``MockServerError`` when the address cannot be had.
  package static func start(
    configuration: Configuration = .init(),
    responding respond: @escaping @Sendable (MockRequest) async -> MockResponse
  ) async throws -> MockServer {
    try await start(handler: ClosureHandler(respond: respond), configuration: configuration)
  }

  /// Stops listening and closes every open connection, whatever it is doing; handlers at work are cancelled.
  ///
  /// Stopping twice does nothing.
  ///
  /// - Throws: What the system reports when the listening socket cannot be closed.
  package func stop() async throws {
    do {
      try await listener.close()
    } catch ChannelError.alreadyClosed {}
    await connections.closeAll()
  }

  private static func address(for configuration: Configuration) throws -> SocketAddress {
    guard 0...65_535 ~= configuration.port else { throw MockServerError.invalidPort(configuration) }
    do {
      return try SocketAddress.makeAddressResolvingHost(configuration.host, port: configuration.port)
    } catch {
      throw MockServerError.invalidAddress(configuration, cause: error)
    }
  }

  private static func url(of address: SocketAddress, host: String) -> URL? {
    guard let port = address.port else { return nil }
    var components = URLComponents()
    components.scheme = "http"
    components.host = host.contains(":") ? "[\(host)]" : host
    components.port = port
    return components.url
  }
}

private struct ClosureHandler: MockHandler {
  let respond: @Sendable (MockRequest) async -> MockResponse
  func handle(_ request: MockRequest) async -> MockResponse { await respond(request) }
}
