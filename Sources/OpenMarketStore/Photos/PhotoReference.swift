import GRDB
import OpenMarketAPI

/// The owner of a photo: a submission or a draft.
package enum PhotoReference {
  /// The owner that stands for a submission.
  static func submission(_ id: Int64) -> String { "submission \(id)" }
  /// The owner that stands for a draft.
  package static func draft(_ key: String) -> String { "draft \(key)" }
}

extension Database {
  /// Notes that `owner` needs these photos and no others.
  func referTo(_ photos: [StoredPhoto], from owner: String) throws {
    try perform("DELETE FROM photo_reference WHERE owner = ?", [owner])
    for (position, photo) in photos.enumerated() {
      try perform(
        "INSERT INTO photo_reference(owner, position, sha256) VALUES(?, ?, ?)",
        [owner, position, photo.sha256])
    }
  }

  /// All photos that are needed, and by which owners.
  func photoReferences() throws -> [(owner: String, sha256: String)] {
    let sql = "SELECT owner, sha256 FROM photo_reference ORDER BY owner, position"
    return try rows(sql) { (owner: $0.text(0), sha256: $0.text(1)) }
  }

  func isReferredTo(_ sha256: String) throws -> Bool {
    try exists("SELECT 1 FROM photo_reference WHERE sha256 = ? LIMIT 1", [sha256])
  }
}
