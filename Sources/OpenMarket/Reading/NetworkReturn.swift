import Synchronization

#if canImport(Network)
  import Dispatch
  import Network
#endif

/// Tells when the system says that the network is back.
///
/// Apple's platforms do. On Linux nothing that every system has says it: there responses to other requests
/// (`ResponseWatch`) and the pauses between attempts, 30 s at most, take its place.
final class NetworkReturn: Sendable {
  #if canImport(Network)
    private let monitor = Mutex<NWPathMonitor?>(nil)
  #endif

  private let report: @Sendable () -> Void

  /// Makes one that has not begun.
  /// - Parameter report: Called with each return, from any thread.
  init(_ report: @escaping @Sendable () -> Void) { self.report = report }

  /// Begins, or begins anew.
  func start() {
    #if canImport(Network)
      // Made where it is kept: only with the newest SDKs may it be passed on.
      monitor.withLock { slot in
        slot?.cancel()
        let monitor = NWPathMonitor()
        let wasThere = Mutex(true)
        monitor.pathUpdateHandler = { [report] path in
          let isThere = path.status == .satisfied
          let hasReturned = wasThere.withLock { wasThere in
            defer { wasThere = isThere }
            return isThere && !wasThere
          }
          if hasReturned { report() }
        }
        monitor.start(queue: DispatchQueue(label: "openmarket.network"))
        slot = monitor
      }
    #endif
  }

  func stop() {
    #if canImport(Network)
      monitor.withLock { monitor in
        monitor?.cancel()
        monitor = nil
      }
    #endif
  }
}
