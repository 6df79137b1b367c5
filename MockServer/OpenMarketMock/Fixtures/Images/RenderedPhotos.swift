import Foundation
import Synchronization

/// Renders photos and keeps the files of those asked for last, up to a number of bytes.
final class RenderedPhotos: Sendable {
  /// For everyone: a photo's file depends on nothing but the photo.
  static let shared = RenderedPhotos(capacity: 32 << 20)

  private struct Cache {
    var files: [GeneratedPhoto: (bytes: Data, lastUse: UInt64)] = [:]
    var size = 0
    var uses: UInt64 = 0
  }

  private let capacity: Int
  private let cache = Mutex(Cache())

  /// Keeps files of `capacity` bytes altogether.
  init(capacity: Int) { self.capacity = capacity }

  /// How many bytes are kept now.
  var keptBytes: Int { cache.withLock { $0.size } }

  /// Whether the file of `photo` is kept now.
  func isKept(_ photo: GeneratedPhoto) -> Bool { cache.withLock { $0.files[photo] != nil } }

  /// The file of `photo`, rendered if it is not kept: some tens of milliseconds.
  func bytes(of photo: GeneratedPhoto) -> Data {
    if let kept = recall(photo) { return kept }
    let bytes = photo.rendered()  // outside the lock; two callers at once both render
    keep(bytes, of: photo)
    return bytes
  }

  private func recall(_ photo: GeneratedPhoto) -> Data? {
    cache.withLock { cache in
      cache.uses += 1
      cache.files[photo]?.lastUse = cache.uses
      return cache.files[photo]?.bytes
    }
  }

  private func keep(_ bytes: Data, of photo: GeneratedPhoto) {
    cache.withLock { cache in
      guard bytes.count <= capacity, cache.files[photo] == nil else { return }
      cache.files[photo] = (bytes, cache.uses)
      cache.size += bytes.count
      while cache.size > capacity, let oldest = cache.files.min(by: { $0.value.lastUse < $1.value.lastUse }) {
        cache.files[oldest.key] = nil
        cache.size -= oldest.value.bytes.count
      }
    }
  }
}

extension GeneratedPhoto {
  /// Renders the file.
  func rendered() -> Data {
    let pixels = PhotoScene.render(seed: seed, width: width, height: height, isClean: format != .jpeg)
    switch format {
    case .jpeg: return Data(JPEGEncoder.encode(pixels))
    case .png: return Data(PNGEncoder.encode(pixels))
    case .webp: return Data(WebPEncoder.encode(pixels))
    }
  }
}
