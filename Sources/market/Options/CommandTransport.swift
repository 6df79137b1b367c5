import Foundation
import OpenMarketHTTP
import Synchronization

/// The one transport of the process, which all clients of a command share, because they share a recording.
enum CommandTransport {
  private static let current = Mutex<(any HTTPTransport)?>(nil)

  /// The network; with `record` written to that new file; or the responses of the file `replay`.
  static func shared(record: String?, replay: String?, authorities: String?) throws -> any HTTPTransport {
    try current.withLock { current in
      if let current { return current }
      if let replay { try RegularFile.requireReadable(replay) }
      let transport: any HTTPTransport =
        if let replay {
          try ReplayTransport(URL(argument: replay))
        } else if let record {
          try RecordingTransport(over: network(authorities: authorities), to: URL(argument: record))
        } else {
          try network(authorities: authorities)
        }
      current = transport
      return transport
    }
  }

  /// AsyncHTTPClient on Linux, where this command is built with it, unless `OPENMARKET_TRANSPORT` says otherwise; else URLSession.
  private static func network(authorities: String?) throws -> any HTTPTransport {
    let environment = ProcessInfo.processInfo.environment
    let authorities = [authorities, environment["OPENMARKET_AUTHORITIES"]].compactMap(\.self).first {
      !$0.isEmpty
    }
    if let authorities { try RegularFile.requireReadable(authorities) }
    let name = environment["OPENMARKET_TRANSPORT"].flatMap { $0.isEmpty ? nil : $0 }
    switch name {
    #if AsyncHTTPClient && os(Linux)
      case nil, "async-http-client":
        return AsyncHTTPClientTransport(authorities: authorities.map { URL(argument: $0) })
    #else
      case nil: break
    #endif
    case "urlsession": break
    default:
      throw SettingsError(
        "OPENMARKET_TRANSPORT: '\((name ?? "").printable)' is not in this market; leave it away, or say urlsession"
      )
    }
    guard authorities == nil else {
      throw SettingsError(
        "--authorities: URLSession trusts the system's authorities alone; on Linux, build market with --traits AsyncHTTPClient"
      )
    }
    return URLSessionTransport()
  }

  /// Ends the recording, or checks that all of it was replayed; once.
  static func finish() throws {
    let transport = current.withLock { current in
      defer { current = nil }
      return current
    }
    try (transport as? RecordingTransport)?.close()
    try (transport as? ReplayTransport)?.verify()
  }
}
