import OpenMarketHTTP
public import OpenMarketPacing
import Synchronization

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

/// The loading of one image, for those who wait for it now and those who ask later.
final class ImageLoadPart: Sendable {
  let id: UInt64
  let source: String
  /// The cause of the load; `nil` if events are not traced.
  let cause: MarketEvent.Cause?
  /// Has this part, too, until the load ends.
  let engine: LoaderEngine
  private let result = Mutex<Result<DecodedImage?, any Error>?>(nil)
  private let waiters = Waiters()

  init(_ id: UInt64, of source: String, cause: MarketEvent.Cause?, by engine: LoaderEngine) {
    (self.id, self.source, self.cause, self.engine) = (id, source, cause, engine)
  }

  /// Waits for the end; there is no image when only the file was wanted.
  func finished() async throws -> DecodedImage? {
    try await withTaskCancellationHandler {
      await waiters.wait { result.withLock { $0 != nil } }
      guard let result = result.withLock({ $0 }) else { throw CancellationError() }
      return try result.get()
    } onCancel: {
      cancel()
    }
  }

  /// Ends the load; what comes later does not count.
  func end(_ result: Result<DecodedImage?, any Error>) {
    self.result.withLock { if $0 == nil { $0 = result } }
    waiters.wakeAll()
  }

  func cancel() { engine.leave(id) }
}
