import Foundation

/// The formats of photos that every server takes.
enum PhotoFormat: String, Sendable {
  case jpeg = "image/jpeg"
  case png = "image/png"

  /// Tells the format from the bytes that a file begins with; `nil` when it is another.
  init?(leadingBytes data: Data) {
    if data.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else {
      return nil
    }
  }

  var contentType: String { rawValue }
  var fileExtension: String { self == .jpeg ? "jpg" : "png" }
}
