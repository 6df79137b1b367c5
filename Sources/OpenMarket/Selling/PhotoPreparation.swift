import Foundation
import OpenMarketAPI

#if Images
  import OpenMarketHTTP
  import OpenMarketImages
  import OpenMarketPacing
#endif

/// The result for each photo of a draft: one fit for upload, or the reason why it is not.
struct PreparedUploads: Sendable {
  /// A photo as it goes to the server, and the name it goes by.
  struct Photo: Sendable {
    var index: Int
    var data: Data
    var fileName: String
  }

  var photos: [Photo] = []
  var failures: [ListingValidationError.Failure] = []
}

#if Images
  /// Makes photos fit for upload, off the caller's thread.
  struct PhotoPreparation: Sendable {
    let upload: UploadPreparation
    /// A photo takes its file and some tens of megabytes while it is decoded; a progressive one on Linux 3 bytes a pixel.
    private static let maxConcurrent = 2

    /// Prepares all photos, of which some may turn out unfit.
    ///
    /// - Throws: `CancellationError`.
    func prepare(_ photos: [PhotoUpload]) async throws -> PreparedUploads {
      let results = try await Array(photos.enumerated()).fanOut(maxConcurrent: Self.maxConcurrent) {
        index, photo in
        try await prepare(photo, at: index)
      }
      var uploads = PreparedUploads()
      for (index, result) in results.enumerated() {
        switch result {
        case .success(let photo): uploads.photos.append(photo)
        case .failure(let error): uploads.failures.append(failure(of: photos[index], at: index, error))
        }
      }
      return uploads
    }

    /// There is nothing to decode.
    private struct Empty: Error {}

    @concurrent private func prepare(
      _ photo: PhotoUpload, at index: Int
    ) async throws -> PreparedUploads.Photo {
      let limit = upload.options.fileBytes
      let data = try photo.bytes(upTo: limit + 1)
      if data.isEmpty { throw Empty() }
      if data.count > limit {
        throw ImageError(.tooLarge, "the file is longer than the limit of \(limit) bytes")
      }
      let jpeg = try upload.prepare(data)
      let name = photo.fileName.map { URL(filePath: $0).deletingPathExtension().lastPathComponent }
      return .init(index: index, data: jpeg, fileName: "\(name ?? "\(index + 1)").jpg")
    }

    private func failure(
      of photo: PhotoUpload, at index: Int, _ error: any Error
    ) -> ListingValidationError.Failure {
      let field = ListingField.photo(index)
      let noun = "Photo \(index + 1)" + (photo.fileName.map { " (\($0))" } ?? "")
      if error is Empty { return .init(field, .empty, "\(noun) is empty.") }
      if let error = error as? RegularFile.Failure {
        return .init(field, .unreadable, "\(noun) cannot be read: \(error.reason).")
      }
      guard let error = error as? ImageError else { return .init(field, .unreadable, "\(noun): \(error).") }
      let rule: ListingValidationError.Rule =
        switch error.code {
        case .notAnImage, .unsupportedFormat, .codecMissing: .unknownFormat
        case .tooLarge, .timedOut: .tooLarge
        default: .damaged
        }
      return .init(field, rule, "\(noun): \(error.message)")
    }
  }
#endif
