public import Foundation
import GRDB

extension MarketStore {
  /// Stores a photo beside the queue, on the disk when this returns.
  ///
  /// It stays for at least an hour, and for as long as a submission or a draft refers to it.
  ///
  /// - Parameters:
  ///   - data: Its bytes, prepared for upload.
  ///   - fileName: The name the server shall be told.
  /// - Returns: What to refer to it by.
  /// - Throws: ``StoreError``, with `diskFull` when there is no room; then nothing is left behind.
  @concurrent public func storePhoto(_ data: Data, fileName: String) async throws -> StoredPhoto {
    try PhotoFolder(in: files.folder).write(data, fileName: fileName)
  }

  /// The bytes of a stored photo.
  ///
  /// - Throws: ``SubmissionFailure/Code/photoDamaged`` when they are not there any more, or not what was
  ///   stored; ``StoreError``.
  @concurrent public func photo(_ photo: StoredPhoto) async throws -> Data {
    try PhotoFolder(in: files.folder).read(photo)
  }

  /// Removes the photos that nothing refers to any more.
  ///
  /// - Parameter age: Spares files younger than this, whose submission may be about to be written, in seconds.
  /// - Throws: ``StoreError``, or `CancellationError`.
  package func removeUnusedPhotos(olderThan age: TimeInterval = 3_600) async throws {
    guard FileIdentity(path: files.folder.path(of: PhotoFolder.name)) != nil else { return }
    let folder = try PhotoFolder(in: files.folder)
    try await commitUser { db in
      try folder.removeAll(olderThan: age) { try db.isReferredTo($0) }
    }
  }
}
