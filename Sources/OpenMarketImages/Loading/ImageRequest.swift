public import Foundation
public import OpenMarketPacing

/// A request for an image: its address, its size and its priority.
public struct ImageRequest: Sendable, Hashable {
  package var url: URL
  /// The name of the source in the caches; `nil` for the address.
  package var identity: String?
  package var target: ImageTarget
  package var priority: RequestPriority
  /// The use of the caches (default: fresh entries).
  package var cachePolicy = ImageCachePolicy.standard

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - url: The address of the image.
  ///   - target: The requested size.
  ///   - priority: The priority.
  ///   - identity: The name of the source in the caches; `nil` for the address. For signed addresses, whose query changes
  ///     while the image stays: the address without the signature.
  public init(
    _ url: URL, fitting target: ImageTarget, priority: RequestPriority = .visible, identity: String? = nil
  ) {
    self.url = url
    self.target = target
    self.priority = priority
    self.identity = identity
  }

  /// The name of the source in the caches. A file of this device that has changed is another one.
  var source: String {
    if let identity { return identity }
    guard url.isFileURL else { return url.absoluteString }
    var status = stat()
    let isThere = unsafe stat(url.path, &status) == 0
    return "\(url.absoluteString) \(isThere ? status.modifiedMilliseconds : 0)"
  }

  var key: ImageKey { ImageKey(source: source, target: target) }
}

/// The use of the caches by an ``ImageRequest``.
package enum ImageCachePolicy: Sendable, Hashable {
  /// Uses fresh cached files; stale ones are revalidated.
  case standard
  /// Always revalidates the cached file, as for pull to refresh.
  case revalidate
  /// Uses only the caches, at any age: nothing is downloaded.
  case cacheOnly
}
