#if canImport(Darwin)
  import Dispatch
  import Foundation
  import Synchronization

  extension MemoryPressure {
    /// An element whenever the system is short of memory, for as long as there is a listener.
    static var ofSystem: AsyncStream<MemoryPressure>? {
      AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
        let sources = PressureSources { continuation.yield($0) }
        continuation.onTermination = { _ in sources.cancel() }
      }
    }
  }

  /// One source for each level, so that none must be asked which it was.
  private final class PressureSources: Sendable {
    private let sources = Mutex<[any DispatchSourceMemoryPressure]>([])

    init(_ report: @escaping @Sendable (MemoryPressure) -> Void) {
      for (event, level) in [
        (DispatchSource.MemoryPressureEvent.warning, MemoryPressure.warning), (.critical, .critical),
      ] {
        sources.withLock { sources in
          let source = DispatchSource.makeMemoryPressureSource(
            eventMask: event, queue: .global(qos: .utility))
          source.setEventHandler { report(level) }
          source.activate()
          sources.append(source)
        }
      }
    }

    func cancel() {
      sources.withLock { sources in
        for source in sources { source.cancel() }
        sources = []
      }
    }
  }
#else
  extension MemoryPressure {
    /// Linux reports it only to a process that polls.
    static var ofSystem: AsyncStream<MemoryPressure>? { nil }
  }
#endif
