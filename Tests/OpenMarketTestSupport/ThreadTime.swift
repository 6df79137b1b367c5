import Foundation

/// The processor's time of the calling thread: what a busy machine does meanwhile is not counted.
public var threadTime: Duration {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
