package import OpenMarketAPI
import OpenMarketHTTP
package import OpenMarketStore

extension Marketplace {
  /// Prepares photos for upload and stores them beside the queue, for a draft.
  ///
  /// They stay for at least an hour, and for as long as a submission or a draft refers to them.
  ///
  /// - Parameter photos: At most 5 photos.
  /// - Returns: References to the stored photos, in their order.
  /// - Throws: `ListingValidationError`, which names each photo that cannot be used; `StoreError`, with `diskFull` when there is no room. Then nothing was stored, except
  ///   that earlier ones of the photos may lie there unused for a while.
  public func storePhotos(_ photos: [PhotoUpload]) async throws -> [StoredPhoto] {
    try await storePhotos(photos, unless: [])
  }

  /// Stores photos, unless they or the fields that go with them are not as they should be.
  func storePhotos(
    _ photos: [PhotoUpload], unless failures: [ListingValidationError.Failure]
  ) async throws -> [StoredPhoto] {
    var failures = failures
    var prepared = PreparedUploads()
    // Too many would be work in vain, of which there is no end.
    if photos.count <= ListingRules.photoCount.upperBound {
      prepared = try await prepare(photos)
      failures += prepared.failures
    } else if failures.isEmpty {
      try NewListing.validatePhotoCount(photos.count)
    }
    if !failures.isEmpty { throw ListingValidationError(failures) }
    var stored: [StoredPhoto] = []
    for photo in prepared.photos {
      stored.append(try await store.storePhoto(photo.data, fileName: photo.fileName))
    }
    return stored
  }
}

extension Marketplace {
  private func prepare(_ photos: [PhotoUpload]) async throws -> PreparedUploads {
    #if Images
      return try await PhotoPreparation(upload: configuration.images.upload).prepare(photos)
    #else
      // Only JPEG and PNG files that are small enough as they are.
      let (loaded, failures) = PhotoUpload.load(photos)
      return PreparedUploads(
        photos: loaded.enumerated().map { index, photo in
          .init(index: index, data: photo.data, fileName: photo.fileName)
        }, failures: failures)
    #endif
  }
}
