public import Foundation

/// A photo to be sent with a new listing.
public struct PhotoUpload: Sendable, Hashable {
  /// Where a photo's bytes are.
  public enum Source: Sendable, Hashable {
    /// In memory.
    case data(Data)
    /// In a file, which is read when the listing is checked.
    case file(URL)
  }

  /// Where its bytes are: a JPEG or PNG of less than 300,000 bytes.
  public var source: Source
  /// The name the server is told; `nil` for one made of its place in the listing and its format.
  public var fileName: String?

  /// A photo in memory.
  public init(_ data: Data, fileName: String? = nil) {
    source = .data(data)
    self.fileName = fileName
  }

  /// A photo in a file, sent under the file's name.
  public init(contentsOf file: URL) {
    source = .file(file)
    fileName = file.lastPathComponent
  }
}

/// A photo that has been read and is known to be good.
package struct LoadedPhoto: Sendable {
  /// Its bytes.
  package let data: Data
  let format: PhotoFormat
  /// The name the server is told.
  package let fileName: String
}
