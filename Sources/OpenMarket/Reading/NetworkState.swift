import Synchronization

#if canImport(Network)
  import Dispatch
  import Network
#endif

/// The network as the system sees it: whether it is to be used sparingly, and when it is back.
///
/// Apple's platforms tell. On Linux nothing that every system has does: there the network is never constrained, unless the
/// app says so, and that it is back is known from responses to other requests (`ResponseWatch`) and by trying again.
final class NetworkState: Sendable {
  private struct State {
    var isThere = true
    var isConstrained = false
  }

  private let state = Mutex(State())
  private let told: (@Sendable () -> Bool)?
  private let report: @Sendable () -> Void
  #if canImport(Network)
    private let monitor = Mutex<NWPathMonitor?>(nil)
    /// One for all monitors: the last call of one that is cancelled comes before those of the next.
    private let queue = DispatchQueue(label: "openmarket.network")
  #endif

  /// Makes one that has not begun to look, and calls `report` with each return of the network, from any thread. `isConstrained`
  /// takes the place of what the system says.
  init(isConstrained: (@Sendable () -> Bool)? = nil, _ report: @escaping @Sendable () -> Void) {
    (told, self.report) = (isConstrained, report)
  }

  /// Whether the network is to be used sparingly, as in Low Data Mode: nothing is loaded ahead of a request.
  var isConstrained: Bool { told?() ?? state.withLock { $0.isConstrained } }

  func note(isThere: Bool, isConstrained: Bool) {
    let hasReturned = state.withLock { state in
      defer { state = State(isThere: isThere, isConstrained: isConstrained) }
      return isThere && !state.isThere
    }
    if hasReturned { report() }
  }

  /// Begins to look, or begins anew.
  func start() {
    #if canImport(Network)
      // Made where it is kept: only with the newest SDKs may it be passed on.
      monitor.withLock { slot in
        slot?.cancel()
        let monitor = NWPathMonitor()
        monitor.pathUpdateHandler = { [weak self] path in
          self?.note(isThere: path.status == .satisfied, isConstrained: path.isConstrained)
        }
        monitor.start(queue: queue)
        slot = monitor
      }
    #endif
  }

  /// Looks no more; what was seen last counts.
  func stop() {
    #if canImport(Network)
      monitor.withLock { monitor in
        monitor?.cancel()
        monitor = nil
      }
    #endif
  }
}
