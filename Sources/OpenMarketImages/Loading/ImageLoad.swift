/// An image on its way.
///
/// The load belongs to whoever holds this object: when the last reference goes, it is cancelled.
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

  /// The image, once it is there; any number of tasks may wait for it.
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

  /// Changes how much the image matters, while it waits.
  public func setPriority(_ priority: RequestPriority) { engine.setPriority(priority, of: id) }

  /// Ends the load, unless it has ended; others who wait for the same image are not affected.
  public func cancel() { engine.leave(id) }
}

/// Images on their way into a cache.
///
/// The prefetch belongs to whoever holds this object: when the last reference goes, it is cancelled.
public final class ImagePrefetch: Sendable {
  private let loads: [ImageLoad]

  init(_ loads: [ImageLoad]) { self.loads = loads }

  /// Ends it; what has arrived stays.
  public func cancel() {
    for load in loads { load.cancel() }
  }

  /// How many images did not arrive, once all loads have ended.
  public var value: Int {
    get async {
      var failures = 0
      for load in loads {
        do { _ = try await load.finished() } catch { failures += 1 }
      }
      return failures
    }
  }

  /// Changes how much the images matter, because they have come into view.
  public func setPriority(_ priority: RequestPriority) {
    for load in loads { load.setPriority(priority) }
  }
}
