import Synchronization

/// A memory cache of decoded images, with a limit that holds for the memory of the process.
///
/// It counts pixels with the allocator's padding, keys and tables. The least recently used images are evicted
/// first, pinned ones never. Opaque images take three bytes a pixel: 1,350 of 184×138 in 100 MiB.
///
/// A hit takes less than a microsecond and copies nothing. Freed pages are given back to the system now and
/// then, on the thread that stores an image.
package final class MemoryImageCache: Sendable {
  package struct Usage: Sendable, Hashable {
    /// Images with their pixels.
    package var decodedCount = 0
    /// The memory of decoded images, in bytes.
    package var decodedBytes = 0
    /// The part of it that is pinned.
    package var pinnedBytes = 0
  }

  private struct State {
    var decoded: CacheTable<DecodedImage>
    /// The memory that was released since pages were last given back.
    var freedBytes = 0
  }

  /// The most bytes it takes.
  package let byteLimit: Int

  /// The memory that may be freed but not given back yet: a part of the limit, as the process still has it.
  private let freedLimit: Int
  private let state: Mutex<State>

  /// Makes an empty cache.
  ///
  /// - Parameter byteLimit: The limit in bytes (default: 100 MiB). One image may take a tenth.
  package init(byteLimit: Int = 100 << 20) {
    self.byteLimit = max(0, byteLimit)
    freedLimit = self.byteLimit / 80
    let limit = self.byteLimit - freedLimit
    state = Mutex(State(decoded: CacheTable(limit: limit, entryLimit: limit / 10)))
  }

  /// The present contents of the cache.
  package var usage: Usage {
    state.withLock { state in
      Usage(
        decodedCount: state.decoded.count, decodedBytes: state.decoded.totalCost,
        pinnedBytes: state.decoded.pinnedCost)
    }
  }

  /// The image of `key`, which becomes the most recently used.
  package func image(for key: ImageKey) -> DecodedImage? {
    state.withLock { $0.decoded.value(for: key) }
  }

  /// Whether there are pixels for `key`; does not count as a use.
  package func contains(_ key: ImageKey) -> Bool { state.withLock { $0.decoded.contains(key) } }

  /// All sizes of one source that are there with their pixels; does not count as a use.
  package func images(of source: String) -> [(key: ImageKey, image: DecodedImage)] {
    state.withLock { state in state.decoded.entries(of: source).map { ($0.key, $0.value) } }
  }

  /// Keeps `image` for `key`, and lets others go for it.
  ///
  /// - Returns: Whether it is kept. It is not when it takes more than a tenth of the limit, or when there is no
  ///   room beside what is pinned.
  @discardableResult
  package func store(_ image: DecodedImage, for key: ImageKey) -> Bool {
    let (isKept, evicted) = state.withLock { state in
      let result = state.decoded.insert(image, cost: AllocationSize.ofArray(image.bytes), for: key)
      return result
    }
    release(evicted.filter { $0.key != key })
    return isKept
  }

  /// Keeps the image of `key` from being released for as long as the pin is held; it counts all the same.
  ///
  /// - Returns: `nil` when the image is not there with its pixels.
  package func pin(_ key: ImageKey) -> ImagePin? {
    guard let place = state.withLock({ $0.decoded.pin(key) }) else { return nil }
    return ImagePin { [weak self] in self?.state.withLock { $0.decoded.unpin(place) } }
  }

  package func removeImage(for key: ImageKey) {
    let removed = state.withLock { $0.decoded.removeValue(for: key) }
    _ = removed  // Freed here, outside the lock.
  }

  /// Forgets all sizes of one source.
  package func removeImages(of source: String) {
    let keys = state.withLock { $0.decoded.entries(of: source).map(\.key) }
    for key in keys { removeImage(for: key) }
  }

  /// Forgets everything that is not pinned.
  package func removeAll() { trim(to: 0) }

  /// Evicts images until at most `byteCount` bytes are taken, or only pinned ones are left.
  package func trim(to byteCount: Int) {
    let evicted = state.withLock { state in
      state.freedBytes = 0
      return state.decoded.trim(to: max(0, byteCount))
    }
    withExtendedLifetime(evicted) {}
    FreedMemory.giveBack()
  }

  /// Gives back memory because the system is short of it.
  package func relieve(_ pressure: MemoryPressure) {
    trim(to: Int(Double(byteLimit) * pressure.keptShare))
  }

  /// Counts what was released, and gives its pages back now and then.
  private func release(_ evicted: [CacheTable<DecodedImage>.Evicted]) {
    guard !evicted.isEmpty else { return }
    let isTimeToGiveBack = state.withLock { state in
      state.freedBytes += evicted.reduce(0) { $0 + $1.cost }
      guard state.freedBytes > freedLimit else { return false }
      state.freedBytes = 0
      return true
    }
    if isTimeToGiveBack { FreedMemory.giveBack() }
  }
}
