import Foundation
import OpenMarketHTTP
import Synchronization

/// Renders photos and keeps the files of those asked for last, up to a number of bytes.
final class RenderedPhotos: Sendable {
  /// For everyone: a photo's file depends on nothing but the photo.
  static let shared = RenderedPhotos(capacity: 32 << 20)

  private let files: Mutex<LRUTable<GeneratedPhoto, Data>>

  init(capacity: Int) { files = Mutex(LRUTable(costLimit: capacity)) }

  var keptBytes: Int { files.withLock { $0.totalCost } }

  func isKept(_ photo: GeneratedPhoto) -> Bool { files.withLock { $0.contains(photo) } }

  /// The file of `photo`, rendered if it is not kept: some tens of milliseconds.
  func bytes(of photo: GeneratedPhoto) -> Data {
    if let kept = files.withLock({ $0.value(for: photo) }) { return kept }
    let bytes = photo.rendered()  // outside the lock; two callers at once both render
    files.withLock { $0.insert(bytes, cost: bytes.count, for: photo) }
    return bytes
  }
}

extension GeneratedPhoto {
  func rendered() -> Data {
    let pixels = PhotoScene.render(seed: seed, width: width, height: height, isClean: format != .jpeg)
    switch format {
    case .jpeg: return Data(JPEGEncoder.encode(pixels))
    case .png: return Data(PNGEncoder.encode(pixels))
    case .webp: return Data(WebPEncoder.encode(pixels))
    }
  }
}
