import Synchronization

/// Lets a closure reach the object that it was given to.
final class WeakBox<Object: AnyObject & Sendable>: Sendable {
  private struct Reference {
    weak var object: Object?
  }

  private let reference = Mutex(Reference())

  var value: Object? {
    get { reference.withLock { $0.object } }
    set { reference.withLock { $0.object = newValue } }
  }
}
