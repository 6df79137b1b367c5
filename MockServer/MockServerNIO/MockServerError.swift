import Foundation
import NIOCore

/// Why a server could not start, and what to do about it.
package struct MockServerError: Error, CustomStringConvertible {
  /// Failures grouped by the caller's remedy.
  package enum Code: Sendable {
    /// Another program listens there: take another port, or 0.
    case addressInUse
    /// This user may not listen there: take a port from 1024 on, or 0.
    case notPermitted
    /// Not an address of this machine, or not a port: correct it.
    case invalidAddress
    /// Anything else the system refused.
    case system
  }

  package var code: Code
  /// A one-line description of the failure and its remedy.
  package var message: String
  /// The error that the system reported, if it was asked.
  package var cause: (any Error)?

  package var description: String { message }
}

extension MockServerError {
  static func invalidAddress(
    _ configuration: MockServer.Configuration, cause: (any Error)? = nil
  ) -> MockServerError {
    MockServerError(
      code: .invalidAddress,
      message: "\(configuration.host) is not an address of this machine; use 127.0.0.1, or 0.0.0.0 for all",
      cause: cause)
  }

  static func invalidPort(_ configuration: MockServer.Configuration) -> MockServerError {
    MockServerError(
      code: .invalidAddress,
      message: "\(configuration.port) is not a port; use 1 to 65535, or 0 for a free one")
  }

  /// Says what a failed bind means.
  init(_ error: any Error, configuration: MockServer.Configuration) {
    if let error = error as? MockServerError {
      self = error
      return
    }
    let (host, port) = (configuration.host, configuration.port)
    switch (error as? IOError)?.errnoCode {
    case EADDRINUSE:
      self.init(
        code: .addressInUse,
        message: "port \(port) on \(host) is in use; stop the other program or use port 0 for a free one",
        cause: error)
    case EACCES, EPERM:
      self.init(
        code: .notPermitted,
        message: "not allowed to listen on port \(port) of \(host); use a port from 1024 on, or 0",
        cause: error)
    case EADDRNOTAVAIL, EAFNOSUPPORT: self = .invalidAddress(configuration, cause: error)
    default:
      self.init(code: .system, message: "cannot listen on port \(port) of \(host): \(error)", cause: error)
    }
  }
}
