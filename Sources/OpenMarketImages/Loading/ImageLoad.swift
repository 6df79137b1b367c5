public import OpenMarketPacing

/// The loading of an image, or of several into a cache.
///
/// The load lasts as long as this object: when the last reference is released, it is cancelled.
public final class ImageLoad<Value: Sendable>: Sendable {
  fileprivate let parts: [ImageLoadPart]

  init(_ parts: [ImageLoadPart]) { self.parts = parts }

  deinit { cancel() }

  /// Changes the priority, while the images wait: such as when they come into view.
  public func setPriority(_ priority: RequestPriority) {
    for part in parts { part.engine.setPriority(priority, of: part.id) }
  }

  /// Cancels the load, unless it has ended; other loads of the same image are not affected, and images loaded so far stay.
  public func cancel() {
    for part in parts { part.cancel() }
  }
}

extension ImageLoad<DecodedImage> {
  /// The image, once it is loaded; any number of tasks may wait for it.
  ///
  /// Cancelling the calling task cancels the load.
  ///
  /// - Throws: ``ImageError``, or `CancellationError` when the load or the calling task was cancelled.
  public var value: DecodedImage {
    get async throws {
      for part in parts { if let image = try await part.finished() { return image } }
      throw ImageError(.failed, "the load ended without an image")
    }
  }
}

extension ImageLoad<Int> {
  /// The number of images that were not loaded, once all loads have ended.
  public var value: Int {
    get async {
      var failures = 0
      for part in parts {
        do { _ = try await part.finished() } catch { failures += 1 }
      }
      return failures
    }
  }
}

/// The loading of one image.
struct ImageLoadPart: Sendable {
  let id: UInt64
  let engine: LoaderEngine
  let completion: LoadCompletion

  /// Waits for the end; there is no image when only the file was wanted.
  func finished() async throws -> DecodedImage? {
    try await withTaskCancellationHandler {
      try await completion.value()
    } onCancel: {
      cancel()
    }
  }

  func cancel() { engine.leave(id) }
}
