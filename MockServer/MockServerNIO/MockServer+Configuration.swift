package import Foundation

extension MockServer {
  /// Where and how a server listens.
  package struct Configuration: Sendable {
    /// IP address or name to listen on.
    ///
    /// Default: `127.0.0.1`, which only this machine can reach.
    package var host = "127.0.0.1"
    /// Port to listen on; 0, the default, takes a free one.
    package var port = 0
    /// Longest request body in bytes.
    ///
    /// A longer one reaches the handler cut off, with ``MockRequest/bodyExceedsLimit`` set, before it has
    /// been read to its end. Default: 4 MiB and 64 KiB for the framing of a multipart body.
    package var maxBodyBytes = 4 << 20 + 64 << 10
    /// Longest header section in bytes; a longer one gets 431.
    ///
    /// Default: 64 KiB.
    package var maxHeaderBytes = 64 << 10
    /// How long a peer may keep the server waiting before its connection is closed.
    ///
    /// That is: for a whole request head, for the next piece of a body, for room to send. Default: 60 s.
    package var idleTimeout: Duration = .seconds(60)
    /// Takes request bodies piece by piece as they arrive, for measuring uploads of any size.
    ///
    /// Nothing is collected then: the handler sees empty bodies, and ``maxBodyBytes`` does not apply. Runs on
    /// the connection's event loop. Default: none.
    package var bodySink: (@Sendable (Data) -> Void)?

    /// Makes a configuration of the defaults.
    package init() {}
  }
}
