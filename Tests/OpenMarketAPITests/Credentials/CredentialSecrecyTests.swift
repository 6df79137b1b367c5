import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import Testing

@Suite("Credentials never print")
struct CredentialSecrecyTests {
  static let identifier = "80c47530-58bb-11ed-bcfe-hidden"
  static let secret = "p4ssw0rd-가나다"

  /// Everything that code might print by accident.
  static func renderings(of value: some Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return [
      "\(value)", String(describing: value), String(reflecting: value), dumped, "\([value])",
      "\(Optional(value) as Any)", "\(Mirror(reflecting: value).children.map { "\($0)" })",
    ]
  }

  func expectHidden(_ value: some Any, location: SourceLocation = #_sourceLocation) {
    for text in Self.renderings(of: value) {
      #expect(!text.contains(Self.identifier) && !text.contains(Self.secret), sourceLocation: location)
    }
  }

  @Test("nor does anything that holds them")
  func values() throws {
    let credentials = try VendorCredentials(identifier: Self.identifier, secret: Self.secret)
    expectHidden(credentials)
    expectHidden(Endpoints.ArchiveProduct(1, as: credentials))
    expectHidden(try Endpoints.EditProduct(1, ProductChanges(stock: 0), as: credentials))
    expectHidden(
      try Endpoints.SellProduct(
        NewListing(name: "의자 하나", description: "깨끗한 의자를 팝니다. 새것 같아요.", price: 1), photos: [.jpeg],
        as: credentials))
    let key = try DeletionKey(path: "/api/products/\(Self.identifier)")
    expectHidden(key)
    expectHidden(Endpoints.DeleteArchived(key, as: credentials))
    expectHidden(
      try MarketClient(server: #require(URL(string: "http://h")), credentials: credentials))
  }

  @Test(
    "the error for unusable credentials does not show them",
    arguments: [
      "", "two words", "가나다", "line\r\nbreak", "nul\0", "tab\t", String(repeating: "x", count: 256),
    ])
  func refused(identifier: String) {
    let error = #expect(throws: HTTPError.self) {
      try VendorCredentials(identifier: identifier, secret: "s")
    }
    #expect(error?.code == .invalidInput)
    #expect(identifier.isEmpty || error?.description.contains(identifier) == false)
  }

  @Test(
    "a secret is 1 to 1,024 bytes; the error for any other says so and does not show it",
    arguments: [
      ("", "must not be empty"),
      (String(repeating: "x", count: 1_025), "must have at most 1024 bytes, not 1025"),
      (String(repeating: "가", count: 342), "must have at most 1024 bytes, not 1026"),
    ])
  func refusedSecret(secret: String, reason: String) {
    let error = #expect(throws: HTTPError.self) { try VendorCredentials(identifier: "i", secret: secret) }
    #expect(error?.code == .invalidInput && error?.message.contains(reason) == true)
    #expect(secret.isEmpty || error?.description.contains(secret) == false)
    let longest = String(repeating: "x", count: 1_024)
    #expect(throws: Never.self) { try VendorCredentials(identifier: "i", secret: longest) }
  }

  @Test(
    "the response of a deletion's first step is a path of one segment",
    arguments: [
      "/api/products/a1-B2_c~.", "/api/products/a1%2Bb", "/api/products/a1==\n",
      "\"/api/products/a\"", "\"\\/api\\/products\\/a\"\n",
    ])
  func deletionPaths(path: String) throws {
    _ = try DeletionKey(path: path)
  }

  @Test(
    "a path that would lead the second step elsewhere is refused",
    arguments: [
      "", "/", "/api/products/", "/api/products/..", "/api/products/%2e%2e", "/api/products/a/b",
      "/api/products/a%2Fb", "/api/products/a?x", "/api/products/a#x", "/api/vendors/a", "api/products/a",
      "http://evil.test/api/products/a", "//evil.test/api/products/a", "\"//evil.test/api/products/a\"",
      "\"/api/products/a", "[\"/api/products/a\"]",
      "/api/products/a\r\nx: y", "/api/products/가", "/api/products/%zz", "<html>",
    ])
  func strangePaths(path: String) {
    let error = #expect(throws: HTTPError.self) { try DeletionKey(path: path) }
    #expect(error?.code == .invalidResponse)
  }
}
