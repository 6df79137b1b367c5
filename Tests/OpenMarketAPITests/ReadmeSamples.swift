import Foundation
import HTTPTypes
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketMock
import Testing

/// The code of README.md, compiled; the test keeps the two the same.
private enum ReadmeSamples {
  static func browse(url: URL, show: ([Product]) -> Void) async throws {
    let market = try MarketClient(server: url)

    let page = try await market.products(page: 1, size: 20)
    let chairs = try await market.products(page: 1, size: 20, matching: "의자")
    let product = try await market.product(1207)
    let names = try await market.suggestions(for: "아이")

    for try await page in market.pages(size: 100) { show(page.products) }  // ends, and repeats nothing

    let raw = try await market.send(.products(page: 1, size: 20))  // one endpoint struct, typed response
    _ = (page, chairs, product, names, raw)
  }

  struct SellerProfile: GetRequest {
    static let template = "/api/sellers/{id}"
    var id: Int
    var pathParameters: [String: String] { ["id": String(id)] }

    struct Response: Decodable, Sendable { var name: String }
  }

  static func profile(of market: MarketClient) async throws {
    let profile = try await market.send(SellerProfile(id: 7))
    _ = profile
  }

  static func mocked(url: URL) throws {
    let mock = MarketplaceMock { $0.productCount = 1000 }
    let market = try MarketClient(server: url, transport: MockTransport(mock))  // any http address

    mock.addFault(Fault(.status(.serviceUnavailable, retryAfter: .seconds(2)), on: .init(.get), times: 2))
    mock.addFault(Fault(.disconnect, on: .init(.post), phase: .after))  // done, but the client cannot know
    #expect(mock.ledger.isEmpty)  // what the market really did
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
