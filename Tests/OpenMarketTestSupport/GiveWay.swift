import Dispatch

/// Lets others run, for a test that looks again and again whether something has happened.
///
/// Unlike `Task.yield()` also work of a lower priority: two tests that yield in a loop keep both threads of a small
/// machine from it, and wait for ever for what it would do.
public func giveWay() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global(qos: .background).async { continuation.resume() }
  }
}
