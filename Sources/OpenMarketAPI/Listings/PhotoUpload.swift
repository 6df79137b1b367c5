public import Foundation
package import OpenMarketHTTP

/// A photo to send with a new listing.
public struct PhotoUpload: Sendable, Hashable {
  /// Its bytes, or the file from which they are read when the listing is checked: a JPEG or PNG of less than 300,000 bytes.
  package var source: MultipartForm.Part.Content
  /// The name the server is told; `nil` for one made of its place in the listing and its format.
  package var fileName: String?

  /// Makes a photo from bytes in memory.
  public init(_ data: Data, fileName: String? = nil) {
    source = .data(data)
    self.fileName = fileName
  }

  /// Makes a photo from a file, sent under the file's name.
  public init(contentsOf file: URL) {
    source = .file(file)
    fileName = file.lastPathComponent
  }

  /// The bytes; of a file no more than `limit`.
  package func bytes(upTo limit: Int) throws(RegularFile.Failure) -> Data {
    switch source {
    case .data(let data): data
    case .file(let url): try RegularFile.read(url, upTo: limit, cutsRest: true)
    }
  }
}

/// A photo that has been looked at and is known to be good.
package struct CheckedPhoto: Sendable {
  /// Its bytes, or the file from which they are read while they are sent.
  package let content: MultipartForm.Part.Content
  package let byteCount: Int
  let format: PhotoFormat
  /// The name the server is told.
  package let fileName: String

  init(_ data: Data, format: PhotoFormat, fileName: String) {
    (content, byteCount) = (.data(data), data.count)
    (self.format, self.fileName) = (format, fileName)
  }

  /// A photo that was checked when it was stored; `nil` when it is neither JPEG nor PNG.
  ///
  /// - Parameters:
  ///   - file: Where it is; it must not change.
  ///   - leadingBytes: What it begins with.
  ///   - byteCount: How long it is.
  ///   - fileName: The name the server is told.
  package init?(stored file: URL, leadingBytes: Data, byteCount: Int, fileName: String) {
    guard let format = PhotoFormat(leadingBytes: leadingBytes) else { return nil }
    (content, self.byteCount) = (.file(file), byteCount)
    (self.format, self.fileName) = (format, fileName)
  }
}
