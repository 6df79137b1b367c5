import Foundation
import OpenMarketAPI
import OpenMarketStore
import Synchronization

/// The files that the photos of accepted listings were sent from, until the server's photos are loaded.
///
/// The server may have made another file of each, or put them in another order, so they are displayed in place of a placeholder,
/// and cached under no address of the server. Kept for as long as the process.
final class SentPhotos: Sendable {
  private let files = Mutex<[URL: URL]>([:])

  /// The file of which the server has made the photo, or the thumbnail, at an address.
  func file(of address: URL) -> URL? { files.withLock { $0[address] } }

  /// Notes that a listing with photos of a store is accepted.
  func note(_ photos: [StoredPhoto], of listing: Product, in folder: URL) {
    files.withLock { files in
      // So many are not displayed before the first ones are loaded.
      if files.count > 1_000 { files.removeAll() }
      if let thumbnail = listing.thumbnail, let first = photos.first {
        files[thumbnail] = first.url(in: folder)
      }
      guard let images = listing.images, images.count == photos.count else { return }
      for (image, photo) in zip(images, photos) {
        for address in [image.url, image.thumbnailURL].compactMap(\.self) {
          files[address] = photo.url(in: folder)
        }
      }
    }
  }
}
