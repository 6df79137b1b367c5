import Synchronization

/// A transport that keeps connections open after their requests.
package protocol ConnectionKeeping: AnyObject, HTTPTransport {
  /// Closes the connections that no request uses, and the others once their requests have ended; later requests
  /// open new ones.
  func closeConnections()
}

/// The connections that remain open after the requests of tasks, however an app's own transports wrap those that keep them.
package final class KeptConnections: Sendable {
  /// Those of the present task.
  @TaskLocal package static var current: KeptConnections?

  private struct Keeper: Sendable {
    weak let transport: (any ConnectionKeeping)?
  }

  private let keepers = Mutex<[ObjectIdentifier: Keeper]>([:])

  package init() {}

  /// Notes that a request of the present task goes out through `transport`; not one that its wrapper sends from another task.
  static func note(_ transport: some ConnectionKeeping) {
    current?.keepers.withLock { keepers in
      let id = ObjectIdentifier(transport)
      if keepers[id] == nil { keepers = keepers.filter { $0.value.transport != nil } }
      keepers[id] = Keeper(transport: transport)
    }
  }

  /// Closes those of all transports that were noted.
  package func close() {
    let keepers = keepers.withLock { keepers in
      defer { keepers = [:] }
      return keepers.values.compactMap(\.transport)
    }
    for transport in keepers { transport.closeConnections() }
  }
}
