import Foundation
import OpenMarket

/// Reads through a market whose store cannot be written any more, and prints who responds to what, and what the app is
/// told.
struct UnwritableStore {
  private let market: Marketplace
  private let folder: URL
  private let events: AsyncStream<MarketEvent>

  init(_ url: URL, _ folder: URL) throws {
    market = try Marketplace(server: url, folder: folder)
    self.folder = folder
    events = market.events
  }

  /// Fills the disk with pages.
  func fill() async throws {
    var number = 0
    repeat {
      number += 1
      try await read("page", number, .networkOnly, isSilent: true)
    } while try await isStored(number)
    print("stored \(number - 1)")
    try await read("old page", 1)
    try await read("new page", number + 1)
    try await readDetail()
    try await printEvents()
  }

  /// Covers the folder with a file system that can only be read.
  func lose() async throws {
    try await read("page", 1)
    try await read("page again", 1)
    let mount = try Process.run(
      URL(filePath: "/usr/bin/env"), arguments: ["mount", "-t", "tmpfs", "-o", "ro", "none", folder.path])
    mount.waitUntilExit()
    try await read("old page", 1)
    try await readDetail()
    do {
      try await read("stored page", 1, .cacheOnly)
    } catch let error as StoreError {
      print("stored page: \(error.code.rawValue)")
    }
    try await printEvents()
  }

  private func isStored(_ number: Int) async throws -> Bool {
    do {
      try await read("page", number, .cacheOnly, isSilent: true)
      return true
    } catch let error as StoreError where error.code == .notStored {
      return false
    }
  }

  private func read(
    _ title: String, _ number: Int, _ policy: ReadPolicy = .cacheFirst, isSilent: Bool = false
  ) async throws {
    let page = try await market.products(page: number, size: 100, policy: policy)
    if !isSilent { print("\(title): \(page.products.count) from \(page.isFromServer ? "network" : "cache")") }
  }

  private func readDetail() async throws {
    let product = try await market.product(7)
    print("detail: \(product.images?.isEmpty == false) from \(product.isFromServer ? "network" : "cache")")
  }

  /// The first events of both kinds, of which there may be many.
  private func printEvents() async throws {
    try? await market.close()
    var all: [MarketEvent] = []
    for await event in events { all.append(event) }
    if let failure = all.first(where: { $0.kind == .storeFailed })?.error as? StoreError {
      print("event \(failure.code.rawValue)")
    }
    if let event = all.first(where: { $0.kind != .storeFailed && $0.kind != .refreshFailed }) {
      print("store event \(event.kind.rawValue)")
    }
  }
}
