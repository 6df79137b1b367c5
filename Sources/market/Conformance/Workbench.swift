import Foundation
import OpenMarket
import Synchronization

/// The products that the checks have listed and not yet deleted.
final class Workbench: Sendable {
  private let products = Mutex<[Product.ID]>([])

  var remaining: [Product.ID] { products.withLock { $0 } }

  func add(_ id: Product.ID) { products.withLock { if !$0.contains(id) { $0.append(id) } } }

  func forget(_ id: Product.ID) { products.withLock { $0.removeAll { $0 == id } } }
}

extension ConformanceProbe {
  /// The listing of the checks: breaks no rule, and describes itself.
  static let draft = NewListing(
    name: "[conformance] 시험 상품", description: "market conformance가 잠시 올린 상품입니다. 곧 지워집니다.", price: 45_000,
    discount: 5_000)

  /// A white pixel, as PNG.
  private static let photo =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC")
    ?? Data()

  /// As many photos as a listing may have, as large as clients make them, none like another: what follows a PNG's end is no
  /// part of the picture.
  static let photos = (1...5).map { number in
    PhotoUpload(photo + Data(repeating: UInt8(number), count: 299_999 - photo.count))
  }

  func vendor() throws -> VendorCredentials {
    guard let credentials else { throw Finding.untested("not signed in") }
    return credentials
  }

  /// A client that tries once.
  func client(as credentials: VendorCredentials? = nil) throws -> MarketClient {
    try MarketClient(server: server, credentials: credentials ?? vendor(), transport: transport) {
      $0.headers[.userAgent] = UserAgent.ofCommand
      $0.maxAttempts = 1
      $0.responseCacheLimit = 0
      $0.totalTimeout = timeout
    }
  }

  /// Lists a product, to be deleted at the end; waits for the response even when the run is stopped meanwhile,
  /// as otherwise it would be unknown what there is to delete.
  func list(
    _ draft: NewListing = ConformanceProbe.draft, photos: [PhotoUpload] = [PhotoUpload(photo)],
    as credentials: VendorCredentials? = nil, key: String? = nil
  ) async throws -> Product {
    let options = RequestOptions { $0.idempotencyKey = key }
    let client = try client(as: credentials)
    let listing = Task { try await client.sell(draft, photos: photos, options: options) }
    let product = try await listing.value
    workbench.add(product.id)
    try Task.checkCancellation()
    return product
  }

  /// The status with which the server refuses `call`, which must be an error of the client's.
  func refusal<Value>(_ call: () async throws -> Value) async throws -> Int {
    do {
      _ = try await call()
    } catch let error as HTTPError {
      guard let status = error.status?.code, (400..<500).contains(status) else { throw error }
      return status
    }
    throw Finding.broken("it was not refused")
  }

  /// Deletes what the checks have listed.
  /// - Returns: What could not be deleted.
  func cleanUp() async -> [Product.ID] {
    for id in workbench.remaining {
      do {
        try await client().delete(id)
        workbench.forget(id)
      } catch let error as HTTPError where error.code == .notFound {
        workbench.forget(id)
      } catch {}
    }
    return workbench.remaining
  }
}
