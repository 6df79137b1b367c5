import Foundation
import HTTPTypes
import OpenMarket
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// The code of README.md and of the landing pages below `OpenMarket`, compiled; the tests keep them the same.
private enum ReadmeSamples {
  static func browse(url: URL, address: URL, show: ([Product]) -> Void) async throws {
    let market = try Marketplace(server: url)

    let page = try await market.products(page: 1)  // at once and offline once it was read
    let hits = try await market.search("맥ㅂ")  // every keystroke finds, with no network
    let names = try await market.suggestions(for: "ㄴㅌㅂ")  // 노트북
    let feed = market.feed(matching: "의자")  // infinite scroll: repeats and skips nothing
    for await state in feed.states { show(state.items) }
    let photo = try await market.images.image(at: address, fitting: .points(100, scale: 3))  // and no larger
    _ = (page, hits, names, photo)
  }

  static func sell(_ market: Marketplace, file: URL, show: ([Submission]) -> Void) async throws {
    let draft = ProductDraft(name: "접이식 의자", description: "두 번 사용한 의자입니다.", price: 45_000)
    let listing = try await market.sell(draft, photos: [PhotoUpload(contentsOf: file)])  // kept: close it
    try await market.edit(listing.id, ProductChanges(price: 40_000))  // also before it has a number
    let sold = try await listing.accepted  // the server has it
    _ = sold

    for try await writes in market.submissions.live { show(writes) }  // waiting, refused, in conflict
  }

  static func withoutStore(url: URL, show: ([Product]) -> Void) async throws {
    let client = try MarketClient(server: url)

    let chairs = try await client.products(page: 1, size: 20, matching: "의자")
    for try await page in client.pages(size: 100) { show(page.products) }  // ends, and repeats nothing

    let raw = try await client.send(.products(page: 1, size: 20))  // one endpoint struct, typed response
    _ = (chairs, raw)
  }

  struct SellerProfile: GetRequest {
    static let template = "/api/sellers/{id}"
    var id: Int
    var pathParameters: [String: String] { ["id": String(id)] }

    struct Response: Decodable, Sendable { var name: String }
  }

  static func profile(of client: MarketClient) async throws {
    let profile = try await client.send(SellerProfile(id: 7))
    _ = profile
  }

  static func mocked(url: URL) throws {
    let mock = MarketplaceMock { $0.productCount = 1000 }
    let client = try MarketClient(server: url, transport: MockTransport(mock))  // any http address

    mock.addFault(Fault(.status(.serviceUnavailable, retryAfter: .seconds(2)), on: .init(.get), times: 2))
    mock.addFault(Fault(.disconnect, on: .init(.post), phase: .after))  // done, but the client cannot know
    #expect(mock.ledger.violations(of: []) == [])  // what the market really did

    mock.setFaultPlan(.rough(seed: 7))  // half of all requests go wrong
    _ = client
  }

  static func signedIn(url: URL, identifier: String, secret: String) throws {
    let signIns = FileCredentialsStore()  // a private file; on Apple platforms KeychainCredentialsStore()
    try signIns.save(SignIn(.fixed(identifier: identifier, secret: secret)), for: url)
    let market = try Marketplace(server: url) { $0.credentials = try signIns.credentials(for: url) }
    _ = market
  }
}

@Test("every line of Swift in the README is compiled")
func readmeIsCompiled() throws {
  let here = URL(filePath: #filePath)
  let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  func code(_ line: Substring) -> String {
    line.replacing(/\/\/.*$/, with: "").trimmingCharacters(in: .whitespaces)
  }
  let compiled = Set(try String(contentsOf: here, encoding: .utf8).split(separator: "\n").map(code))
  let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
  var isSwift = false
  var count = 0
  for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.hasPrefix("```") {
      isSwift = line == "```swift"
    } else if isSwift {
      #expect(compiled.contains(code(line)) || code(line).isEmpty, "README: \(line)")
      count += 1
    }
  }
  #expect(count > 20)
}

@Test("every code block of the landing pages is compiled", arguments: ["OpenMarketAPI", "OpenMarketHTTP"])
func landingPagesAreCompiled(module: String) throws {
  let samples = try uncompiledSamples(of: "Sources/\(module)/Documentation.docc/\(module).md")
  #expect(samples.missing.isEmpty && samples.total > 0)
}
