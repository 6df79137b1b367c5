public import Foundation
public import OpenMarketPacing

/// An image that is wanted: where it is, at which size, and how much it matters.
public struct ImageRequest: Sendable, Hashable {
  /// Where the image is.
  public var url: URL
  /// The name of the source in the caches; `nil` for the address.
  ///
  /// For signed addresses, whose query changes while the image stays: the address without the signature.
  public var identity: String?
  /// The size that is wanted.
  public var target: ImageTarget
  /// How much it matters (default: visible).
  public var priority: RequestPriority
  /// The use of the caches (default: fresh entries).
  public var cachePolicy: ImageCachePolicy

  /// Makes a request.
  public init(
    _ url: URL, fitting target: ImageTarget, priority: RequestPriority = .visible, identity: String? = nil,
    cachePolicy: ImageCachePolicy = .standard
  ) {
    self.url = url
    self.target = target
    self.priority = priority
    self.identity = identity
    self.cachePolicy = cachePolicy
  }

  /// The name of the source in the caches.
  var source: String { identity ?? url.absoluteString }

  var key: ImageKey { ImageKey(source: source, target: target) }
}

/// The use of the caches by an ``ImageRequest``.
public enum ImageCachePolicy: Sendable, Hashable {
  /// Whatever is cached and fresh; what is old is asked about at the server.
  case standard
  /// The server is asked whether the cached file is still right: pull to refresh.
  case revalidate
  /// Only the caches, whatever their age: nothing is downloaded.
  case cacheOnly
}
