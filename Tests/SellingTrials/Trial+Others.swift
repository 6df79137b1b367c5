import Foundation
import HTTPTypes
import OpenMarket
import OpenMarketHTTP
import OpenMarketMock

/// What others do: a second device of the same vendor, other vendors, and the disk.
extension Trial {
  func otherDeviceActs() async throws {
    guard let index = listings.indices.randomElement(using: &random) else { return }
    guard !chance(40), let id = try await fixture.markets[0].store.serverID(of: listings[index].id) else {
      return await listElsewhere(index)
    }
    nextNumber += 1
    let client = fixture.otherDevice
    await byOtherDevice {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        note("the other device changes the price of \(id)")
        _ = try? await client.edit(id, ProductChanges(price: Decimal(5_000 + nextNumber)))
        listings[index].foreignFields.insert("price")
      case 1:
        note("the other device renames \(id) and sells it")
        _ = try? await client.edit(id, ProductChanges(name: "foreign \(seed)-\(nextNumber)", stock: 0))
        listings[index].foreignFields.formUnion(["name", "stock"])
      case 2:
        note("the other device sells \(id)")
        _ = try? await client.markSold(id)
        listings[index].foreignFields.insert("stock")
      default:
        note("the other device deletes \(id)")
        let before = fixture.mock.lastEffect
        _ = try? await client.delete(id)
        if fixture.mock.lastEffect > before { listings[index].isDeletedByOthers = true }
      }
    }
  }

  /// The other device lists the same text, with as many photos or another number of them.
  func listElsewhere(_ index: Int) async {
    let count = chance(50) ? listings[index].photos.count : 3
    note("the other device lists the text of \(listings[index].id) with \(count) photos")
    listings[index].foreignEquals += 1
    await byOtherDevice {
      let photos = (0..<count).map { PhotoUpload(TrialFixture.photo("other \($0)")) }
      _ = try? await fixture.otherDevice.sell(listings[index].draft, photos: photos)
    }
  }

  private func byOtherDevice(_ body: () async -> Void) async {
    let before = fixture.mock.lastEffect
    await body()
    for effect in fixture.mock.effects(after: before) {
      if let key = effect.key { foreignKeys.insert(key) }
    }
  }

  /// Listings of other vendors come and go.
  func moveMarket() async throws {
    if !foreignListings.isEmpty, chance(40) {
      let gone = (0..<Int.random(in: 1...40, using: &random)).compactMap { _ in
        foreignListings.isEmpty
          ? nil : foreignListings.remove(at: Int.random(in: foreignListings.indices, using: &random))
      }
      note("\(gone.count) listings of others go")
      fixture.mock.removeListings(gone)
    } else {
      let count =
        chance(60) ? Int.random(in: 1...20, using: &random) : Int.random(in: 100...300, using: &random)
      note("others list \(count)")
      foreignListings += fixture.mock.addListings(count, of: .other, named: "another chair")
    }
  }

  /// What happens in the market just before a request arrives.
  func moveBefore(_ request: TransportRequest, of process: Int) async throws {
    guard movesLeft > 0 else { return }
    if adversaries.contains(.calendar), request.head.method != .get, chance(20) {
      movesLeft -= 1
      setDate(by: chance(70) ? 3_600 : -3_600)
      await deliver(1 - process)
    }
    if adversaries.contains(.busyMarket), request.head.method == .get, chance(40) {
      movesLeft -= 1
      try await moveMarket()
    }
    if adversaries.contains(.otherDevice), request.head.method == .post, request.head.path == "/api/products",
      chance(25), let index = listing(of: request)
    {
      movesLeft -= 1
      await listElsewhere(index)
    }
  }

  private func listing(of request: TransportRequest) -> Int? {
    guard let key = request.head.headerFields[.idempotencyKey] else { return nil }
    return intents.first { $0.keys.contains(key) }?.listing
  }

  // MARK: The disk

  func damagePhoto() async throws {
    guard let index = listings.indices.randomElement(using: &random),
      let photo = listings[index].stored.randomElement(using: &random)
    else { return }
    if listings[index].hasDamagedPhoto { return try await addPhotosAgain(index) }
    let file = photo.url(in: fixture.markets[0].store.folder)
    // Equal photos are one file.
    for other in listings.indices where listings[other].stored.contains(where: { $0.sha256 == photo.sha256 })
    {
      listings[other].hasDamagedPhoto = true
    }
    if chance(50) {
      note("a photo of \(listings[index].id) is gone")
      try? FileManager.default.removeItem(at: file)
    } else if var bytes = try? Data(contentsOf: file) {
      note("a bit of a photo of \(listings[index].id) is flipped")
      bytes[bytes.count - 1] ^= 1
      try bytes.write(to: file)
    }
  }

  /// The user adds the same photos once more.
  func addPhotosAgain(_ index: Int) async throws {
    note("the user adds the photos of \(listings[index].id) again")
    _ = try await store(listings[index].photos)
    for other in listings.indices where listings[other].stored == listings[index].stored {
      listings[other].hasDamagedPhoto = false
    }
    try await checkPhotos()
  }
}
