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
  package let data: Data
  let format: PhotoFormat
  /// The name the server is told.
  package let fileName: String
  /// How long it is.
  package var byteCount: Int { data.count }

  init(_ data: Data, format: PhotoFormat, fileName: String) {
    (self.data, self.format, self.fileName) = (data, format, fileName)
  }

  /// A photo that was checked when it was stored; `nil` when it is neither JPEG nor PNG.
  package init?(_ data: Data, fileName: String) {
    guard let format = PhotoFormat(leadingBytes: data) else { return nil }
    self.init(data, format: format, fileName: fileName)
  }
}
