import ArgumentParser
import Foundation
import Synchronization

/// The number of threads that this process may start.
enum ThreadLimit {
  /// More than the 16 that a command was seen to use at once with two processors; tasks and connections have one for each.
  private static let needed = 20 + ProcessInfo.processInfo.activeProcessorCount
  private static let gate = Mutex(())

  /// Refuses a system that gives too few: Swift's libdispatch would wait for more for ever, deaf to signals, or end the process.
  /// - Throws: `ExitCode`, after the reason.
  static func validate() throws {
    #if os(Linux)
      var count = 0
      // Another command may have taken some just for this.
      for attempt in 0..<3 where count < needed {
        if attempt > 0 { usleep(100_000) }
        let threads = gate.withLock { _ in started() }
        for thread in threads { _ = pthread_join(thread, nil) }
        count = threads.count
      }
      guard count < needed else { return }
      Terminal().note(
        "market: only \(count) threads can be started, of \(needed) needed: raise the limit of processes or memory (ulimit -u, -v, or the container's)"
      )
      throw ExitCode(ExitStatus.failure.rawValue)
    #endif
  }

  #if os(Linux)
    /// Threads that wait at the gate, so that all of them are there at once.
    private static func started() -> [pthread_t] {
      var threads: [pthread_t] = []
      var thread = pthread_t()
      while threads.count < needed, unsafe pthread_create(&thread, nil, pass, nil) == 0 {
        threads.append(thread)
      }
      return threads
    }

    private static let pass: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
      gate.withLock { _ in }
      return nil
    }
  #endif
}
