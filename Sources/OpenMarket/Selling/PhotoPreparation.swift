#if Images
  import Foundation
  import OpenMarketAPI
  import OpenMarketImages
  import OpenMarketPacing

  /// Makes photos fit for upload, off the caller's thread.
  struct PhotoPreparation: Sendable {
    let upload: UploadPreparation
    /// A photo at the limits takes some tens of megabytes while it is decoded.
    private static let maxConcurrent = 2

    /// Prepares all photos, of which some may turn out unfit.
    ///
    /// - Throws: `CancellationError`.
    func prepare(_ photos: [PhotoUpload]) async throws -> PreparedUploads {
      let outcome = try await FanOut(maxConcurrent: Self.maxConcurrent).run(
        Array(photos.enumerated()), id: \.index
      ) { index, photo in
        [Prepared(index: index, photo: try await prepare(photo, at: index))]
      }
      return PreparedUploads(
        photos: outcome.items.map(\.photo),
        failures: outcome.failures.map { failure(of: $0.query.element, at: $0.query.offset, $0.error) })
    }

    private struct Prepared: Sendable {
      var index: Int
      var photo: PreparedUpload
    }

    /// The faults of a photo that are found before it is decoded.
    private enum Unfit: Error {
      case unreadable, empty
    }

    @concurrent private func prepare(_ photo: PhotoUpload, at index: Int) async throws -> PreparedUpload {
      let data = try bytes(of: photo.source)
      if data.isEmpty { throw Unfit.empty }
      let limit = upload.options.fileBytes
      if data.count > limit {
        throw ImageError(.tooLarge, "the file is longer than the limit of \(limit) bytes")
      }
      let jpeg = try upload.prepare(data)
      let name = photo.fileName.map { URL(filePath: $0).deletingPathExtension().lastPathComponent }
      return PreparedUpload(data: jpeg, fileName: "\(name ?? "\(index + 1)").jpg")
    }

    /// The bytes; of a file no more than show that it is too large.
    private func bytes(of source: PhotoUpload.Source) throws -> Data {
      switch source {
      case .data(let data): return data
      case .file(let url):
        // A pipe without a writer would never end.
        let path = url.resolvingSymlinksInPath().path
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        guard type == .typeRegular, let file = try? FileHandle(forReadingFrom: url) else {
          throw Unfit.unreadable
        }
        defer { try? file.close() }
        guard let data = try? file.read(upToCount: upload.options.fileBytes + 1) ?? Data() else {
          throw Unfit.unreadable
        }
        return data
      }
    }

    private func failure(
      of photo: PhotoUpload, at index: Int, _ error: any Error
    ) -> ListingValidationError.Failure {
      let field = ListingField.photo(index)
      let noun = "Photo \(index + 1)" + (photo.fileName.map { " (\($0))" } ?? "")
      if case Unfit.empty = error { return .init(field, .empty, "\(noun) is empty.") }
      guard let error = error as? ImageError else {
        return .init(field, .unreadable, "\(noun) cannot be read from its file.")
      }
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
