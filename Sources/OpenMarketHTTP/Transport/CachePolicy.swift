/// The use of the revalidation cache by a call.
public enum CachePolicy: Sendable, Hashable {
  /// Serve from the store while the stored response is fresh, otherwise ask the server whether it changed.
  case standard
  /// Always ask the server whether the stored response has changed: pull to refresh.
  case revalidate
  /// Load the whole response anew and store it.
  case reload
  /// Neither read nor write the store.
  case bypass
}
