package import Foundation

/// A photo stored beside the queue until its listing is accepted: a copy named by its content.
public struct StoredPhoto: Sendable, Hashable, Codable {
  /// The SHA-256 of its bytes, in hexadecimal.
  package var sha256: String
  /// How many bytes it has.
  package var byteCount: Int
  /// The name the server is told.
  package var fileName: String

  /// Names a photo.
  package init(sha256: String, byteCount: Int, fileName: String) {
    self.sha256 = sha256
    self.byteCount = byteCount
    self.fileName = fileName
  }

  /// Its file, in the folder of a store.
  package func url(in folder: URL) -> URL {
    folder.appending(path: PhotoFolder.name, directoryHint: .isDirectory).appending(path: sha256)
  }
}

extension StoredPhoto {
  /// Whether these are its bytes.
  package func isCopy(_ data: Data) -> Bool {
    data.count == byteCount && SHA256.hexadecimal(of: data) == sha256
  }
}
