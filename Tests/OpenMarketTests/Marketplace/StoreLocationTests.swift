import Foundation
import OpenMarket
import OpenMarketMock
import OpenMarketTestSupport
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

@Test("no two servers have one folder, however alike their addresses are")
func noCollisions() throws {
  let long = String(repeating: "a", count: 250)
  let servers = [
    "http://h", "https://h", "http://h:443", "https://h:80", "http://h:8080", "https://h:8080",
    "http://h-8080", "http://h/a", "http://h/a/b", "http://h/a-b", "http://h/a_b", "http://h/a//b",
    "http://h/a%2Fb", "http://h/A/b", "http://h-80/a", "http://h:8080/a", "http://https/h-8080",
    "https://h/h-80", "http://server/a", "http://[::1]", "http://h/\(long)", "http://h/\(long)b",
  ]
  let paths = try servers.map { try path($0) }
  #expect(Set(paths).count == servers.count, "\(paths)")
  for path in paths { #expect(path.split(separator: "/").allSatisfy { $0.utf8.count < 256 }, "\(path)") }
}

@Test(
  "a server has one folder in every spelling, with a name that stays",
  arguments: [
    (["http://market.test", "HTTP://Market.Test:80/"], "market.test-80"),
    (["https://market.test", "https://MARKET.test:443", "https://market.test//"], "market.test-443"),
    (["http://127.0.0.1:8080", "http://127.0.0.1:8080/"], "127.0.0.1-8080"),
    (["http://market.test:81/a", "http://market.test:81/a/"], "market.test-81_a"),
    (["https://market.test:8443"], "https_market.test-8443"),
  ])
func spellings(servers: [String], name: String) throws {
  for server in servers { #expect(try path(server).hasSuffix("/openmarket/\(name)/guest/"), "\(server)") }
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

#if os(Linux)
  @Test("a market without a folder opens its own, and takes over that of the server's former address")
  func defaultFolders() async {
    // A process of its own has an environment of its own.
    await #expect(processExitsWith: .success) {
      let data = try TemporaryFolder()
      _ = unsafe setenv("XDG_DATA_HOME", data.url.path(percentEncoded: false), 1)
      let mock = MarketplaceMock { $0.productCount = 3 }
      func open(_ server: String, formerly: String? = nil) throws -> Marketplace {
        try Marketplace(server: try #require(URL(string: server))) {
          $0.transport = mock
          $0.formerServer = formerly.flatMap { URL(string: $0) }
          $0.credentials = try VendorCredentials(
            identifier: MarketplaceMock.Vendor.sample.identifier, secret: MarketplaceMock.Vendor.sample.secret
          )
        }
      }
      mock.isOffline = true
      let market = try open("http://market.test")
      let folder = market.store.folder
      #expect(folder.path.hasPrefix("\(data.url.path)/openmarket/market.test-80/"))
      try await market.sell(.chair, photos: [.pixel])
      try await market.close()
      let guest = try Marketplace(server: try #require(URL(string: "http://market.test")))
      #expect(guest.store.folder.path == "\(data.url.path)/openmarket/market.test-80/guest")
      try await guest.close()
      mock.isOffline = false
      let moved = try open("https://market.test", formerly: "http://market.test")
      #expect(moved.store.folder.path.hasPrefix("\(data.url.path)/openmarket/market.test-443/"))
      #expect(!FileManager.default.fileExists(atPath: folder.path))
      try await moved.outbox.flush()
      #expect(mock.ledger.map(\.kind) == [.created])
      try await moved.close()
    }
  }
#endif
