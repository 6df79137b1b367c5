public import Foundation

/// The entry of a ``DiskImageCache`` for a key.
public struct DiskEntry: Sendable {
  /// The two kinds of things that are kept.
  public enum Content: Sendable {
    /// A file as it came from the server.
    case original(Data)
    /// A decoded image, pixel by pixel: read again faster than any codec could.
    case pixels(DecodedImage)
  }

  /// The content of the entry.
  public var content: Content
  /// The server's `ETag` for the file.
  public var eTag: String?
  /// The server's `Last-Modified` for the file.
  public var lastModified: String?
  /// When it was stored.
  public var storedAt: Date
  /// Until when it may be used without asking the server.
  public var freshUntil: Date

  /// Makes an entry.
  public init(
    _ content: Content, eTag: String? = nil, lastModified: String? = nil, storedAt: Date, freshUntil: Date
  ) {
    self.content = content
    self.eTag = eTag
    self.lastModified = lastModified
    self.storedAt = storedAt
    self.freshUntil = freshUntil
  }
}

extension Date {
  /// Milliseconds since 1970; dates beyond 292 million years are cut.
  var milliseconds: Int64 {
    let value = (timeIntervalSince1970 * 1000).rounded()
    return Int64(exactly: value) ?? (value > 0 ? .max : .min)
  }

  init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
