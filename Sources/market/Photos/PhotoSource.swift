import Foundation
import OpenMarket
import OpenMarketHTTP

/// The picture that `market image` is to show, from the command line's arguments.
enum PhotoSource: Equatable {
  case product(Product.ID)
  case address(URL)
  case file(URL)

  /// Digits are a product's number, what begins with http:// or https:// an address, all else a file.
  ///
  /// `nil` for a number that no product has, and for an address that is none.
  init?(_ text: String) {
    if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      guard let id = Product.ID(text), id > 0 else { return nil }
      self = .product(id)
    } else if text.lowercased().hasPrefix("http://") || text.lowercased().hasPrefix("https://") {
      guard let url = URL(written: text), url.host() != nil else { return nil }
      self = .address(url)
    } else if text.hasPrefix("file://") {
      guard let url = URL(string: text), url.isFileURL else { return nil }
      self = .file(url)
    } else {
      guard !text.isEmpty else { return nil }
      self = .file(URL(argument: text))
    }
  }
}

/// A photo that was loaded, and where from.
struct LoadedPhoto {
  enum Origin: String {
    case network, disk, file
  }

  var image: DecodedImage
  var origin: Origin
}

extension Product {
  /// The address of the photo of this number, counted from 1; the thumbnail will do for the first.
  func photo(_ number: Int) -> URL? {
    let photos = images ?? []
    return photos.indices.contains(number - 1) ? photos[number - 1].url : number == 1 ? thumbnail : nil
  }
}

extension ImageLoader {
  /// Loads a photo, and tells whether any of it had to be fetched.
  func photo(
    at url: URL, fitting target: ImageTarget, cachePolicy: ImageCachePolicy = .standard
  ) async throws -> LoadedPhoto {
    let before = counters.downloadedBytes
    var request = ImageRequest(url, fitting: target, priority: .user)
    request.cachePolicy = cachePolicy
    let image = try await image(for: request)
    return LoadedPhoto(image: image, origin: counters.downloadedBytes > before ? .network : .disk)
  }
}

/// The cache of photos beside a store, without the server.
struct CachedPhotos {
  /// The folder of the cache, which need not be there.
  let folder: URL

  init(beside folder: URL) { self.folder = Marketplace.Configuration.Images.folder(beside: folder) }

  /// The cache; `nil` when there is none, which makes no folder.
  func cache() throws -> DiskImageCache? {
    guard FileManager.default.fileExists(atPath: folder.path) else { return nil }
    return try DiskImageCache(folder: folder, byteLimit: Marketplace.Configuration.Images().diskLimit)
  }

  /// A photo that was loaded before, however old.
  /// - Throws: `StoreError` with `notStored` when it was not.
  func photo(at url: URL, fitting target: ImageTarget) async throws -> LoadedPhoto {
    let missing = StoreError(
      .notStored,
      "the photo is not stored in \(folder.path.printable): it is kept once the server has sent it")
    guard let cache = try cache() else { throw missing }
    // Never asked, as only the cache is.
    let unreachable: ImageLoader.Source = { _, _, _ in
      throw ImageError(.network, "the server is not to be asked")
    }
    let loader = ImageLoader(source: unreachable) { $0.disk = cache }
    do {
      return try await loader.photo(at: url, fitting: target, cachePolicy: .cacheOnly)
    } catch let error as ImageError where error.code == .network {
      throw missing
    }
  }
}
