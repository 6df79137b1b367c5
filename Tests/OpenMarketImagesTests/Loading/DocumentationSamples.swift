import Foundation
import OpenMarketImages
import OpenMarketTestSupport
import Testing

#if canImport(UIKit)
  import UIKit
#elseif canImport(AppKit)
  import AppKit
#endif
#if canImport(SwiftUI)
  import SwiftUI
#endif

/// The code of the articles, so that it is compiled; ``ImageDocumentationTests`` compares the two.
enum ShowingPhotos {
  func makeLoader(_ client: HTTPClient, folder: URL) throws -> ImageLoader {
    let disk = try DiskImageCache(folder: folder, byteLimit: 200 << 20)
    return ImageLoader(client: client, memoryLimit: 100 << 20, disk: disk)
  }

  func thumbnail(_ loader: ImageLoader, _ url: URL) async throws {
    let thumbnail = try await loader.image(at: url, fitting: .points(100, scale: 3))
    show(thumbnail.bytes, width: thumbnail.width, height: thumbnail.height)
  }

  #if canImport(UIKit)
    func display(_ thumbnail: DecodedImage) -> UIImage? {
      guard let picture = thumbnail.cgImage else { return nil }
      return UIImage(cgImage: picture, scale: 3, orientation: .up)
    }
  #elseif canImport(AppKit)
    func display(_ thumbnail: DecodedImage) -> NSImage? {
      guard let picture = thumbnail.cgImage else { return nil }
      return NSImage(cgImage: picture, size: .zero)
    }
  #endif

  #if canImport(SwiftUI)
    func view(_ picture: CGImage) -> Image {
      Image(decorative: picture, scale: 3)
    }
  #endif

  @MainActor static func fill(_ cell: Cell, with url: URL, from loader: ImageLoader) async throws {
    let request = ImageRequest(url, fitting: .points(100, scale: 3, mode: .crop))
    if let image = loader.cachedImage(for: request) {
      cell.load?.cancel()
      cell.load = nil
      cell.show(image, pinned: loader.pin(request))
      return
    }
    let load = loader.load(request)
    cell.load?.cancel()
    cell.load = load
    let image = try await load.value
    guard cell.load === load else { return }
    cell.show(image, pinned: loader.pin(request))
  }

  func ahead(_ loader: ImageLoader, _ urls: [URL]) async {
    let prefetch = loader.prefetch(
      urls.map { ImageRequest($0, fitting: .points(100, scale: 3, mode: .crop)) })
    prefetch.setPriority(.visible)
    prefetch.cancel()
  }

  func trip(_ loader: ImageLoader, _ urls: [URL]) async {
    let requests = urls.map { ImageRequest($0, fitting: .original) }
    let missing = await loader.prefetch(requests, onlyToDisk: true).value
    #expect(missing == 0)
  }

  func signed(_ loader: ImageLoader, _ signedURL: URL, _ photoID: Int) async throws {
    let request = ImageRequest(signedURL, fitting: .pixels(600), identity: "photos/\(photoID)")
    let photo = try await loader.load(request).value
    #expect(photo.width <= 600)
  }

  func short(_ loader: ImageLoader) {
    loader.trimMemory(to: 20 << 20)
  }

  func failure(_ loader: ImageLoader, _ url: URL) async throws {
    do {
      _ = try await loader.image(at: url, fitting: .pixels(300))
    } catch let error as ImageError where error.code == .network {
      showRetryButton("사진을 불러오지 못했어요. 네트워크를 확인하고 다시 시도해 주세요.")
    }
  }

  @MainActor final class Cell {
    var load: ImageLoad<DecodedImage>?
    private(set) var image: DecodedImage?
    private var pin: ImagePin?
    func show(_ image: DecodedImage, pinned pin: ImagePin?) { (self.image, self.pin) = (image, pin) }
  }

  func show(_ bytes: [UInt8], width: Int, height: Int) {}
  func showRetryButton(_ text: String) {}
}

struct ImageDocumentationTests {
  @Test("every code block of the article appears in this file", arguments: ["ShowingPhotos"])
  func samples(article: String) throws {
    let samples = try uncompiledSamples(of: "Sources/OpenMarketImages/Documentation.docc/\(article).md")
    #expect(samples.missing.isEmpty && samples.total > 5)
  }
}
