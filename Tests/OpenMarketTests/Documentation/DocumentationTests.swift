import Foundation
import OpenMarket
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// README.md and the articles against the samples of this folder, which have the imports that are displayed and no others.
@Suite("Documentation", .timeLimit(.minutes(5)))
struct DocumentationTests {
  let here = URL(filePath: #filePath)
  var root: URL { (0..<4).reduce(here) { url, _ in url.deletingLastPathComponent() } }

  private func samples() throws -> [String] {
    try FileManager.default
      .contentsOfDirectory(at: here.deletingLastPathComponent(), includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasSuffix("Samples.swift") }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  @Test("samples import what they show: this library, and in tests the mock")
  func imports() throws {
    let displayed: Set = ["Foundation", "OpenMarket", "OpenMarketMock", "Testing"]
    for sample in try samples() {
      let imports = sample.matches(of: /(?m)^\S*import (\w+)/).map { String($0.1) }
      #expect(Set(imports).isSubset(of: displayed) && imports.contains("OpenMarket"))
    }
  }

  @Test("every line of Swift in the README is compiled", arguments: ["README.md", "README.ko.md"])
  func readme(name: String) throws {
    func code(_ line: Substring) -> String {
      line.replacing(/\/\/.*$/, with: "").trimmingCharacters(in: .whitespaces)
    }
    let compiled = Set(try samples().flatMap { $0.split(separator: "\n").map(code) })
    let readme = try String(contentsOf: root.appending(path: name), encoding: .utf8)
    var isSwift = false
    var count = 0
    for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isSwift = line == "```swift"
      } else if isSwift {
        #expect(compiled.contains(code(line)) || code(line).isEmpty, "\(name): \(line)")
        count += 1
      }
    }
    #expect(count > 20)
  }

  @Test(
    "every code block of the articles is compiled",
    arguments: [
      "OpenMarket/OpenMarket", "OpenMarket/ReadingOffline", "OpenMarket/InfiniteLists", "OpenMarket/Photos",
      "OpenMarket/Screens",
      "OpenMarket/SellingOffline", "OpenMarket/SearchingInKorean", "OpenMarket/YourOwnBackend",
      "OpenMarket/SeeingWhatHappens", "OpenMarket/PlatformsAndTraits",
      "OpenMarketAPI/OpenMarketAPI",
      "OpenMarketHTTP/OpenMarketHTTP",
      "OpenMarketMock/TestingYourApp",
    ])
  func articles(article: String) throws {
    let parts = article.split(separator: "/")
    let parent = parts[0] == "OpenMarketMock" ? "MockServer" : "Sources"
    let samples = try uncompiledSamples(
      of: "\(parent)/\(parts[0])/Documentation.docc/\(parts[1]).md", in: try samples().joined(separator: "\n")
    )
    #expect(samples.missing == [])
    #expect(samples.total > 0)
  }

  @Test("the article on the first app is the app of Examples/FirstApp, file by file")
  func firstApp() throws {
    let article = try String(
      contentsOf: root.appending(path: "Sources/OpenMarket/Documentation.docc/YourFirstApp.md"),
      encoding: .utf8)
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    let files = [
      "Package.swift", "Sources/FirstApp/Shop.swift", "Sources/FirstApp/FirstApp.swift",
      "Sources/FirstApp/Shop+Selling.swift", "Sources/FirstApp/Completions.swift",
      "Tests/FirstAppTests/ShopTests.swift",
    ]
    #expect(blocks.count == files.count)
    for (path, block) in zip(files, blocks) {
      let file = try String(contentsOf: root.appending(path: "Examples/FirstApp/\(path)"), encoding: .utf8)
      // The example takes the package from this clone.
      let displayed = block.replacing(
        #".package(url: "https://github.com/…/swift-openmarket", from: "0.1.0")"#,
        with: #".package(name: "swift-openmarket", path: "../..")"#)
      #expect(displayed == file, "\(path)")
      #expect(article.contains("`\(path)`"))
    }
  }

  @Test("the code of the article on testing does what it says")
  func mockArticle() async throws {
    let draft = NewListing(name: "접이식 의자", description: "chair 두 번 사용한 의자입니다.", price: 45_000)
    let photos = try MockSamples.photos()
    let folder = try TemporaryFolder()
    let server = try #require(URL(string: "http://market.test"))
    let (mock, market) = try MockSamples.market(server, folder.url)
    try await MockSamples.models(market)
    try await MockSamples.ledger(mock, market, draft, photos)
    mock.reset(productCount: 0)
    MockSamples.plan(mock, 7)
    try await MockSamples.oracle(mock, market, draft, photos, 7)
    MockSamples.faults(mock)
    #expect(mock.faults.count == 3 && MockSamples.keyless().faults.isEmpty)
    try await market.close()
  }
}
