import Foundation
import OpenMarket
import Testing

private func path(_ server: String, _ identifier: String? = nil) throws -> String {
  let credentials = try identifier.map { try VendorCredentials(identifier: $0, secret: "s") }
  let url = try #require(URL(string: server))
  return try StoreLocation.folder(for: url, credentials: credentials).path(percentEncoded: false)
}

@Test("each server and each account has a folder of its own, and no path shows an identifier")
func foldersApart() throws {
  let paths = [
    try path("http://market.test"), try path("https://market.test"), try path("http://market.test:8080"),
    try path("http://market.test/v2"), try path("http://other.test"),
    try path("http://market.test", "6f1e9c1a"), try path("http://market.test", "6f1e9c1b"),
  ]
  #expect(Set(paths).count == paths.count)
  #expect(paths.allSatisfy { !$0.contains("6f1e9c1") })
  #expect(try path("HTTP://Market.Test:80/") == path("http://market.test"))
}

@Test(
  "no server's address leads out of its folder",
  arguments: ["http://h/../../../etc", "http://[::1]:8080", "http://xn--hq1b.test/%2e%2e/", "http://h/a%00b"])
func hostileServers(server: String) throws {
  let folder = try path(server)
  #expect(folder.contains("/openmarket/"))
  #expect(!folder.split(separator: "/").contains(".."))
  #expect(folder.hasSuffix("/guest/"))
}
