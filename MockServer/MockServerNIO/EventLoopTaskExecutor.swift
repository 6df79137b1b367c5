import NIOCore

/// Runs tasks on an event loop, so that a handler's response is written without changing threads.
final class EventLoopTaskExecutor: TaskExecutor {
  private let eventLoop: any EventLoop

  init(_ eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    eventLoop.execute { [self] in
      // Safe: a job enqueued here runs once, and this executor lives as long as its loop has work.
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
