import ArgumentParser
import Foundation
import Synchronization

/// How many files and threads this process may have: with too few, Swift's libdispatch ends it, or waits for more for ever,
/// deaf to signals.
enum ProcessLimits {
  /// A store has a dozen files open, and each connection one; no system gives less by default than 256.
  private static let neededFiles = 64
  /// More than the 16 that a command was seen to use at once with two processors; tasks and connections have one for each.
  private static let neededThreads = 20 + ProcessInfo.processInfo.activeProcessorCount
  private static let gate = Mutex(())

  /// Refuses a system that gives too few.
  /// - Throws: `ExitCode`, after the reason.
  static func validate() throws {
    let files = sysconf(CInt(_SC_OPEN_MAX))
    guard !(0..<neededFiles).contains(files) else {
      throw refusal("only \(files) files can be open, of \(neededFiles) needed: raise the limit (ulimit -n)")
    }
    #if os(Linux)
      var count = 0
      // Another command may have taken some just for this.
      for attempt in 0..<3 where count < neededThreads {
        if attempt > 0 { usleep(100_000) }
        let threads = gate.withLock { _ in started() }
        for thread in threads { _ = pthread_join(thread, nil) }
        count = threads.count
      }
      guard count < neededThreads else { return }
      throw refusal(
        "only \(count) threads can be started, of \(neededThreads) needed: raise the limit of processes or memory (ulimit -u, -v, or the container's)"
      )
    #endif
  }

  private static func refusal(_ reason: String) -> ExitCode {
    Terminal().note("market: \(reason)")
    return ExitCode(ExitStatus.failure.rawValue)
  }

  #if os(Linux)
    /// Threads that wait at the gate, so that all of them are there at once.
    private static func started() -> [pthread_t] {
      var threads: [pthread_t] = []
      var thread = pthread_t()
      while threads.count < neededThreads, unsafe pthread_create(&thread, nil, pass, nil) == 0 {
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
