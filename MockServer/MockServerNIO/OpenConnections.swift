import NIOCore
import Synchronization

/// The connections a server has to close when it stops.
final class OpenConnections: Sendable {
  private struct State {
    var channels: [ObjectIdentifier: any Channel] = [:]
    var isStopped = false
  }

  private let state = Mutex(State())

  /// Keeps `channel` until it closes; closes it at once when the server has stopped in the meantime.
  func add(_ channel: any Channel) {
    let id = ObjectIdentifier(channel)
    let isStopped = state.withLock { state in
      if !state.isStopped { state.channels[id] = channel }
      return state.isStopped
    }
    if isStopped {
      channel.close(promise: nil)
    } else {
      channel.closeFuture.whenComplete { _ in self.state.withLock { _ = $0.channels.removeValue(forKey: id) }
      }
    }
  }

  func closeAll() async {
    let channels = state.withLock { state in
      state.isStopped = true
      return Array(state.channels.values)
    }
    for channel in channels { channel.close(promise: nil) }
    for channel in channels { try? await channel.closeFuture.get() }
  }
}
