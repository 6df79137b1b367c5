package import Foundation

/// The entry of a ``DiskImageCache`` for a key.
package struct DiskEntry: Sendable {
  /// The two kinds of things that are kept.
  package enum Content: Sendable {
    /// A file as it came from the server.
    case original(Data)
    /// A decoded image, pixel by pixel: read again faster than any codec could.
    case pixels(DecodedImage)
  }

  package var content: Content
  /// The server's `ETag` for the file.
  package var eTag: String?
  /// The server's `Last-Modified` for the file.
  package var lastModified: String?
  /// How long it may be used without asking the server, in seconds from when it is stored or was read.
  package var freshness: TimeInterval

  package init(
    _ content: Content, eTag: String? = nil, lastModified: String? = nil, freshness: TimeInterval
  ) {
    self.content = content
    self.eTag = eTag
    self.lastModified = lastModified
    self.freshness = freshness
  }

  var isFresh: Bool { freshness > 0 }
}

extension Date {
  /// Milliseconds since 1970, rounded down, as what is fresh until now is not fresh; dates beyond 292 million years are cut.
  var milliseconds: Int64 {
    // A microsecond more, so that whole milliseconds stay what they are.
    let value = (timeIntervalSince1970 * 1000 + 0.001).rounded(.down)
    return Int64(exactly: value) ?? (value > 0 ? .max : .min)
  }

  init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
