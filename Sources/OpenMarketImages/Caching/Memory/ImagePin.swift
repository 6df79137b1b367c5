import Synchronization

/// A pin that keeps one image in memory for as long as it is on the screen.
///
/// The pin ends when the object is released: a cell holds it together with its image.
public final class ImagePin: Sendable {
  private struct Action {
    var perform: @Sendable () -> Void
  }

  private let onRelease: Mutex<Action?>

  init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = Mutex(Action(perform: onRelease)) }

  deinit { release() }

  /// Ends the pin, so that the image can be evicted; calling it again does nothing.
  package func release() {
    let action = onRelease.withLock { action in
      defer { action = nil }
      return action
    }
    action?.perform()
  }
}
