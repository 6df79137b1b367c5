import Foundation
import OpenMarket

/// The code of README.md and of the landing pages below `OpenMarket`, with no other imports than they show;
/// ``DocumentationTests`` compares the two.
private enum ReadmeSamples {
  static func browse(url: URL, address: URL, show: ([Product]) -> Void) async throws {
    let market = try Marketplace(server: url)

    let page = try await market.products(page: 1)  // at once and offline once it was read
    let hits = try await market.search("맥ㅂ")  // every keystroke finds, with no network
    let names = try await market.suggestions(for: "ㄴㅌㅂ")  // 노트북
    let feed = market.feed(matching: "의자")  // infinite scroll: repeats and skips nothing
    for await state in feed.states { show(state.items) }
    let photo = try await market.images.image(at: address, fitting: .points(100, scale: 3))
    _ = (page, hits, names, photo)
  }

  static func sell(_ market: Marketplace, file: URL, show: ([Submission]) -> Void) async throws {
    let draft = NewListing(
      name: "접이식 의자", description: "두 번 사용한 의자입니다.", price: 45_000)
    let listing = try await market.sell(draft, photos: [PhotoUpload(contentsOf: file)])
    try await market.edit(listing.id, ProductChanges(price: 40_000))
    let sold = try await listing.value
    _ = sold

    for try await writes in market.submissions.updates { show(writes) }
  }

  static func extra(_ market: Marketplace, _ product: Product) async throws {
    let region: String? = product.extra["region"]
    var filter = ProductFilter()
    try filter.extra.set("마포구", for: "region")
    let nearby = market.feed(filter: filter)
    var changes = ProductChanges()
    try changes.extra.set("서교동", for: "region")
    try await market.edit(product.id, changes)
    _ = (region, nearby)
  }

  static func withoutStore(url: URL, show: ([Product]) -> Void) async throws {
    let client = try MarketClient(server: url)

    let chairs = try await client.products(page: 1, size: 20, matching: "의자")
    for try await page in client.pages(size: 100) { show(page.products) }  // ends, and repeats nothing
    _ = chairs
  }

  static func sellWithoutStore(
    _ url: URL, _ credentials: VendorCredentials, _ listing: NewListing, _ original: Data
  ) async throws {
    let client = try MarketClient(server: url, credentials: credentials)
    let photo = try UploadPreparation().prepare(original)
    let product = try await client.sell(listing, photos: [PhotoUpload(photo)])
    _ = product
  }

  struct VendorProfile: GetRequest {
    static let template = "/api/vendors/{id}"
    var id: Int
    var pathParameters: [String: String] { ["id": String(id)] }
    var queryItems: [QueryItem] { [] }

    struct Response: Decodable, Sendable { var name: String }
  }

  struct VendorReviews: GetRequest {
    typealias Response = [String]
    static let template = "/api/vendors/{id}/reviews"
    var id: Int
    var page = 1
    var pathParameters: [String: String] { ["id": String(id)] }
    var queryItems: [QueryItem] { [QueryItem("page", String(page)), QueryItem("size", "20")] }
  }

  struct FollowVendor: PostRequest {
    typealias Response = Void
    static let template = "/api/followers"
    var id: Int
    var headers: HTTPFields { [.contentType: "application/json"] }
    func makeBody() throws -> RequestBody { .data(try JSONEncoder().encode(["vendor": id])) }
  }

  static func profile(url: URL) async throws {
    let client = try HTTPClient(server: url) {
      $0.totalTimeout = .seconds(20)
      $0.rateLimit = .perSecond(50)
    }
    let profile = try await client.send(VendorProfile(id: 7))
    let soon = RequestOptions { $0.totalTimeout = .seconds(5) }  // for one call
    let reviews = try await client.send(VendorReviews(id: 7), options: soon)
    _ = (profile, reviews)
  }

  static func signedIn(url: URL, identifier: String, secret: String) throws {
    #if canImport(Security)
      let signIns = CredentialsStore.keychain()
    #else
      let signIns = CredentialsStore.file()
    #endif
    try signIns.save(VendorCredentials(identifier: identifier, secret: secret), for: url)
    let market = try Marketplace(server: url) { $0.credentials = try signIns.credentials(for: url) }
    _ = market
  }

  static func signedOut(_ market: Marketplace, warn: ([Submission]) -> Void) async throws {
    let report = try await market.signOut(.flush(timeout: .seconds(10)))  // or .keep, .discard
    if !report.unsent.isEmpty { warn(report.unsent) }
  }
}
