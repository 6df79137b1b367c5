/// Sees whether an object is still alive.
struct WeakBox: Sendable {
  private weak let object: (any AnyObject & Sendable)?

  init(_ object: any AnyObject & Sendable) { self.object = object }

  var isAlive: Bool { object != nil }
}
