/// A pin that keeps one image in memory for as long as it is on the screen.
///
/// The pin ends when the object is released: a cell holds it together with its image.
public final class ImagePin: Sendable {
  private let onRelease: @Sendable () -> Void

  init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

  deinit { onRelease() }
}
