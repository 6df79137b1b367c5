import Synchronization

/// Keeps one image in a ``MemoryImageCache`` for as long as it is on the screen.
///
/// The pin ends with ``release()`` or with the object: a cell holds it together with the image it shows.
public final class ImagePin: Sendable {
  private struct Action {
    var perform: @Sendable () -> Void
  }

  private let onRelease: Mutex<Action?>

  init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = Mutex(Action(perform: onRelease)) }

  deinit { release() }

  /// Lets the image go when memory is needed; calling it again does nothing.
  public func release() {
    let action = onRelease.withLock { action in
      defer { action = nil }
      return action
    }
    action?.perform()
  }
}
