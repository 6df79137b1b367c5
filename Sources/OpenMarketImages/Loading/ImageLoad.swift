/// The loading of an image.
///
/// The load lasts as long as this object: when the last reference is released, it is cancelled.
public final class ImageLoad: Sendable {
  /// The request that is loaded.
  package let request: ImageRequest

  private let id: UInt64
  private let engine: LoaderEngine
  private let completion: LoadCompletion

  init(_ request: ImageRequest, id: UInt64, engine: LoaderEngine, completion: LoadCompletion) {
    self.request = request
    self.id = id
    self.engine = engine
    self.completion = completion
  }

  deinit { cancel() }

  /// The image, once it is loaded; any number of tasks may wait for it.
  ///
  /// Cancelling the calling task cancels the load.
  ///
  /// - Throws: ``ImageError``, or `CancellationError` when the load or the calling task was cancelled.
  public var value: DecodedImage {
    get async throws {
      guard let image = try await finished() else {
        throw ImageError(.failed, "the load ended without an image")
      }
      return image
    }
  }

  /// Waits for the end; there is no image when only the file was wanted.
  func finished() async throws -> DecodedImage? {
    try await withTaskCancellationHandler {
      try await completion.value()
    } onCancel: {
      cancel()
    }
  }

  /// Changes the priority of the image, while it waits.
  public func setPriority(_ priority: RequestPriority) { engine.setPriority(priority, of: id) }

  /// Cancels the load, unless it has ended; other loads of the same image are not affected.
  public func cancel() { engine.leave(id) }
}

/// The loading of images into a cache.
///
/// The prefetch lasts as long as this object: when the last reference is released, it is cancelled.
public final class ImagePrefetch: Sendable {
  private let loads: [ImageLoad]

  init(_ loads: [ImageLoad]) { self.loads = loads }

  /// Cancels the prefetch; images loaded so far stay.
  public func cancel() {
    for load in loads { load.cancel() }
  }

  /// The number of images that were not loaded, once all loads have ended.
  public var value: Int {
    get async {
      var failures = 0
      for load in loads {
        do { _ = try await load.finished() } catch { failures += 1 }
      }
      return failures
    }
  }

  /// Changes the priority of the images, such as when they come into view.
  public func setPriority(_ priority: RequestPriority) {
    for load in loads { load.setPriority(priority) }
  }
}
