import Foundation
import Synchronization

/// Decoded images in memory, within a limit that holds for the process and not only on paper.
///
/// Counted are pixels with the allocator's padding, keys, and what the tables need. What was not used for
/// longest goes first, pinned images never. Opaque images take three bytes a pixel: 1,350 of 184×138 in 100 MiB.
///
/// A hit takes less than a microsecond and copies nothing. Freed pages are given back to the system now and
/// then, on the thread that stores an image.
public final class MemoryImageCache: Sendable {
  /// Counts since the cache was made.
  public struct Counters: Sendable, Hashable {
    /// Lookups that found pixels.
    public var hits = 0
    /// Lookups that found a compressed image and restored it.
    public var warmHits = 0
    /// Lookups that found nothing.
    public var misses = 0
    /// Images whose pixels had to go.
    public var evictions = 0
    /// Images that were not kept: larger than the limit for one, or no room beside what is pinned.
    public var refusals = 0
  }

  /// What is in the cache.
  public struct Usage: Sendable, Hashable {
    /// Images with their pixels.
    public var decodedCount = 0
    /// What they take, in bytes.
    public var decodedBytes = 0
    /// The part of it that is pinned.
    public var pinnedBytes = 0
    /// Images in the warm tier; some of them may be there with their pixels too.
    public var warmCount = 0
    /// What they take, in bytes.
    public var warmBytes = 0

    /// What the cache takes, in bytes.
    public var totalBytes: Int { decodedBytes + warmBytes }
  }

  /// The part of a cache that holds compressed images.
  ///
  /// It is for long lists: what it gives back is a little coarser than what went in, as its codec decides.
  public struct WarmTier: Sendable {
    /// Compresses and restores.
    public var codec: any WarmImageCodec
    /// The share of the cache's limit that it gets, from 0 to 0.95.
    public var share: Double

    /// Makes a warm tier.
    ///
    /// - Parameters:
    ///   - codec: Compresses and restores.
    ///   - share: The share of the cache's limit (default: 0.8).
    public init(codec: any WarmImageCodec, share: Double = 0.8) {
      self.codec = codec
      self.share = share.isFinite ? min(max(share, 0), 0.95) : 0.8
    }
  }

  private struct WarmImage {
    var bytes: Data
    var size: PixelSize
    var sourceSize: PixelSize
    var isAnimated: Bool
  }

  private struct State {
    var decoded: CacheTable<DecodedImage>
    var warm: CacheTable<WarmImage>
    var counters = Counters()
    /// What was let go since pages were last given back.
    var freedBytes = 0
  }

  /// The most bytes it takes.
  public let byteLimit: Int
  /// The compressed part, if there is one.
  public let warmTier: WarmTier?

  /// What may be freed but not given back yet: a part of the limit, as the process still has it.
  private let freedLimit: Int
  private let state: Mutex<State>

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - byteLimit: The most bytes it takes (default: 100 MiB). One image may take a tenth.
  ///   - warmTier: A part that keeps compressed what the rest has no room for (default: none).
  public init(byteLimit: Int = 100 << 20, warmTier: WarmTier? = nil) {
    self.byteLimit = max(0, byteLimit)
    self.warmTier = warmTier
    let warmLimit = Int(Double(self.byteLimit) * (warmTier?.share ?? 0))
    freedLimit = self.byteLimit / 80
    let limit = max(0, self.byteLimit - warmLimit - freedLimit)
    state = Mutex(
      State(
        decoded: CacheTable(limit: limit, entryLimit: limit / 10),
        warm: CacheTable(limit: warmLimit, entryLimit: warmLimit / 10)))
  }

  /// What is in the cache now.
  public var usage: Usage {
    state.withLock { state in
      Usage(
        decodedCount: state.decoded.count, decodedBytes: state.decoded.totalCost,
        pinnedBytes: state.decoded.pinnedCost, warmCount: state.warm.count, warmBytes: state.warm.totalCost)
    }
  }

  /// The counts so far.
  public var counters: Counters { state.withLock { $0.counters } }

  /// The image of `key`, which becomes the most recently used; the warm tier is not asked.
  public func image(for key: ImageKey) -> DecodedImage? {
    state.withLock { state in
      let image = state.decoded.value(for: key)
      if image != nil { state.counters.hits += 1 } else { state.counters.misses += 1 }
      return image
    }
  }

  /// The image of `key` from the warm tier, with its pixels again: takes the time that decompressing takes.
  public func restoredImage(for key: ImageKey) -> DecodedImage? {
    guard let warmTier, let warm = state.withLock({ $0.warm.value(for: key) }) else { return nil }
    guard let pixels = warmTier.codec.restore(warm.bytes, size: warm.size), pixels.size == warm.size else {
      state.withLock { _ = $0.warm.removeValue(for: key) }
      return nil
    }
    let image = DecodedImage(
      trusted: pixels.bytes, size: pixels.size, format: pixels.format, sourceSize: warm.sourceSize,
      isPartial: false, isAnimated: warm.isAnimated)
    state.withLock { $0.counters.warmHits += 1 }
    store(image, for: key)
    return image
  }

  /// Whether there are pixels for `key`; does not count as a use.
  public func contains(_ key: ImageKey) -> Bool { state.withLock { $0.decoded.contains(key) } }

  /// All sizes of one source that are there with their pixels; does not count as a use.
  public func images(of source: String) -> [(key: ImageKey, image: DecodedImage)] {
    state.withLock { state in state.decoded.entries(of: source).map { ($0.key, $0.value) } }
  }

  /// Keeps `image` for `key`, and lets others go for it.
  ///
  /// - Returns: Whether it is kept. It is not when it takes more than a tenth of the limit, or when there is no
  ///   room beside what is pinned.
  @discardableResult
  public func store(_ image: DecodedImage, for key: ImageKey) -> Bool {
    let (isKept, evicted) = state.withLock { state in
      let result = state.decoded.insert(image, cost: AllocationSize.ofArray(image.bytes), for: key)
      if !result.isKept { state.counters.refusals += 1 }
      return result
    }
    letGo(evicted.filter { $0.key != key })
    return isKept
  }

  /// Keeps the image of `key` from being let go for as long as the pin is held; it counts all the same.
  ///
  /// - Returns: `nil` when the image is not there with its pixels.
  public func pin(_ key: ImageKey) -> ImagePin? {
    guard let place = state.withLock({ $0.decoded.pin(key) }) else { return nil }
    return ImagePin { [weak self] in self?.state.withLock { $0.decoded.unpin(place) } }
  }

  /// Forgets one image.
  public func removeImage(for key: ImageKey) {
    let removed = state.withLock { state in
      (state.decoded.removeValue(for: key), state.warm.removeValue(for: key))
    }
    _ = removed  // Freed here, outside the lock.
  }

  /// Forgets all sizes of one source.
  public func removeImages(of source: String) {
    let keys = state.withLock { state in
      state.decoded.entries(of: source).map(\.key) + state.warm.entries(of: source).map(\.key)
    }
    for key in keys { removeImage(for: key) }
  }

  /// Forgets everything that is not pinned.
  public func removeAll() { trim(to: 0) }

  /// Lets go of images until at most `byteCount` bytes are taken, or all that is left is pinned; pixels go
  /// before compressed images.
  public func trim(to byteCount: Int) {
    let evicted = state.withLock { state in
      let evicted = state.decoded.trim(to: max(0, byteCount - state.warm.totalCost))
      let warm = state.warm.trim(to: max(0, byteCount - state.decoded.totalCost))
      state.counters.evictions += evicted.count
      state.freedBytes = 0
      return (evicted, warm)
    }
    withExtendedLifetime(evicted) {}
    FreedMemory.giveBack()
  }

  /// Gives back memory because the system is short of it.
  public func relieve(_ pressure: MemoryPressure) {
    guard pressure > .normal else { return }
    trim(to: Int(Double(byteLimit) * pressure.keptShare))
  }

  /// Compresses what was let go, if there is a warm tier, and frees it.
  private func letGo(_ evicted: [CacheTable<DecodedImage>.Evicted]) {
    guard !evicted.isEmpty else { return }
    for entry in evicted { keepWarm(entry.value, for: entry.key) }
    let isTimeToGiveBack = state.withLock { state in
      state.counters.evictions += evicted.count
      state.freedBytes += evicted.reduce(0) { $0 + $1.cost }
      guard state.freedBytes > freedLimit else { return false }
      state.freedBytes = 0
      return true
    }
    if isTimeToGiveBack { FreedMemory.giveBack() }
  }

  /// An image is compressed once: one that was restored goes without a further loss.
  private func keepWarm(_ image: DecodedImage, for key: ImageKey) {
    guard let warmTier, !image.isPartial, !state.withLock({ $0.warm.contains(key) }),
      let bytes = warmTier.codec.compress(image)
    else { return }
    let warm = WarmImage(
      bytes: bytes, size: image.size, sourceSize: image.sourceSize, isAnimated: image.isAnimated)
    let evicted = state.withLock { state in
      state.warm.insert(warm, cost: AllocationSize.ofData(bytes.count), for: key)
    }
    _ = evicted
  }
}
