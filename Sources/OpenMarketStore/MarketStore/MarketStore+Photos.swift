package import Foundation
import GRDB
package import OpenMarketAPI

extension MarketStore {
  /// Stores the bytes of a photo, prepared for upload, beside the queue, on the disk when this returns; the server shall be
  /// told its name. When that fails, nothing is left behind.
  ///
  /// It stays for at least an hour, and for as long as a submission or a draft refers to it.
  @concurrent package func storePhoto(_ data: Data, fileName: String) async throws -> StoredPhoto {
    try files.take(.other)
    let folder = try PhotoFolder(in: files.folder)
    let photo = try folder.write(data, fileName: fileName)
    do { try files.take(.other) } catch {
      // A sign-out that began meanwhile may have looked through the folder already.
      try? await writeUser(as: .essential) { db in
        try folder.removeAll(olderThan: 0) { try $0 != photo.sha256 || db.isReferredTo($0) }
      }
      throw error
    }
    return photo
  }

  /// The bytes of a stored photo; throws ``SubmissionFailure/Code/photoDamaged`` when they are not there any more, or not what
  /// was stored.
  @concurrent package func photo(_ photo: StoredPhoto) async throws -> Data {
    try PhotoFolder(in: files.folder).read(photo)
  }

  /// A stored photo to be sent; throws ``SubmissionFailure/Code/photoDamaged`` when its bytes are not what was stored, or are no
  /// JPEG and no PNG.
  package func checkedPhoto(_ photo: StoredPhoto) async throws -> CheckedPhoto {
    guard let loaded = CheckedPhoto(try await self.photo(photo), fileName: photo.fileName) else {
      throw SubmissionFailure(
        .photoDamaged, "The photo \(photo.fileName) is neither JPEG nor PNG: replace it.")
    }
    return loaded
  }

  /// Removes the photos that nothing refers to any more; none in the launch of a rescue, which may have lost what
  /// referred to them, and none younger than so many seconds (default: an hour), whose submission may be about to be written.
  package func removeUnusedPhotos(olderThan age: TimeInterval? = nil) async throws {
    let files = files
    try await removePhotos(olderThan: age ?? PhotoFolder.unneededAge) { !files.haveRescued }
  }

  /// Removes the photos that nothing refers to and that are so many seconds old, if that `isAllowed`: looked at again after a
  /// rescue, which the search for references may be the first to need.
  func removePhotos(
    olderThan age: TimeInterval, if isAllowed: @escaping @Sendable () -> Bool = { true }
  ) async throws {
    guard FileIdentity(path: files.folder.path(of: PhotoFolder.name)) != nil else { return }
    let folder = try PhotoFolder(in: files.folder)
    try await writeUser(as: .essential) { db in
      guard isAllowed() else { return }
      try folder.removeAll(olderThan: age) { try db.isReferredTo($0) }
    }
  }
}
