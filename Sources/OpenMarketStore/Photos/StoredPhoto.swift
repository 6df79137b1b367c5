package import Foundation

/// A photo stored beside the queue until its listing is accepted: a copy named by its content.
public struct StoredPhoto: Sendable, Hashable, Codable {
  /// The SHA-256 of its bytes, in hexadecimal.
  package var sha256: String
  package var byteCount: Int
  /// The name the server is told.
  package var fileName: String

  package init(sha256: String, byteCount: Int, fileName: String) {
    self.sha256 = sha256
    self.byteCount = byteCount
    self.fileName = fileName
  }

  package func url(in folder: URL) -> URL {
    folder.appending(path: PhotoFolder.name, directoryHint: .isDirectory).appending(path: sha256)
  }
}

extension StoredPhoto {
  package func isCopy(_ data: Data) -> Bool {
    data.count == byteCount && SHA256.hexadecimal(of: data) == sha256
  }
}
