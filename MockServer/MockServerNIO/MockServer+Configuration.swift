package import Foundation

extension MockServer {
  /// Where and how a server listens.
  package struct Configuration: Sendable {
    /// IP address or name to listen on (default: `127.0.0.1`, which only this machine can reach).
    package var host = "127.0.0.1"
    /// Port to listen on; 0, the default, takes a free one.
    package var port = 0
    /// Longest request body in bytes (default: 4 MiB and 64 KiB for the framing of a multipart body).
    ///
    /// A longer one reaches the handler cut off, with ``MockRequest/bodyExceedsLimit`` set, before it has
    /// been read to its end.
    package var maxBodyBytes = 4 << 20 + 64 << 10
    /// Longest header section in bytes (default: 64 KiB); a longer one gets 431.
    package var maxHeaderBytes = 64 << 10
    /// How long a peer may keep the server waiting, for a whole request head, for the next piece of a body or for room to
    /// send, before its connection is closed (default: 60 s).
    package var idleTimeout: Duration = .seconds(60)
    /// Takes request bodies piece by piece as they arrive, on the connection's event loop, for measuring uploads of any
    /// size (default: none). The handler sees empty bodies then, and ``maxBodyBytes`` does not apply.
    package var bodySink: (@Sendable (Data) -> Void)?

    package init() {}
  }
}
