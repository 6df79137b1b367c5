import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarketStore

@Suite(.serialized, .timeLimit(.minutes(15))) struct TrimmingTests {
  private func filled(_ count: Int64, retention: Retention = .cached, _ store: MarketStore) async throws {
    let text = String(repeating: "a long description ", count: 100)
    for start in stride(from: 1, through: count, by: 500) {
      let products = (start..<min(start + 500, count + 1)).map { id in
        var product = Product.listed(id)
        product.description = text
        return product
      }
      try await store.save(products, fetchedAt: noon + Double(start), retention: retention)
    }
  }

  @Test("a trim forgets what was fetched longest ago and gives the bytes back to the file system")
  func givesBack() async throws {
    let test = try TestStore { $0.time.date = { noon + 5_000 } }
    // Otherwise it makes suggestions when this takes long, whose bytes only it gives back; and while it reads, the file cannot
    // be cut.
    test.store.suggestionUpkeep.pause()
    try await filled(4_000, test.store)
    let file = test.folder.url.appending(path: "cache.db")
    let report = try await test.store.trimmed(to: 2 << 20)
    #expect(report.removedProductCount > 2_000 && report.freedBytes > 4 << 20)
    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
    #expect(try #require(size) < 2 << 20)
    let left = try await test.store.newest(limit: 4_000).ids
    #expect(left == Array((4_001 - Int64(left.count)...4_000).reversed()) && left.count > 500)
  }

  @Test("synced products stay whatever the limits and their age, unless they are meant too")
  func synced() async throws {
    let test = try TestStore { $0.time.date = { noon + 30 * 86_400 } }
    try await filled(1_000, retention: .synced, test.store)
    try await test.store.save(
      [.listed(5)], fetchedAt: noon, checkpoint: Checkpoint(key: "sync", value: Data([1])))
    try await test.store.save([.listed(5_000)], fetchedAt: noon)
    #expect(try await test.store.trimmed(to: 1).removedProductCount == 1)
    #expect(try await test.store.info().syncedProductCount == 1_000)
    #expect(try await test.store.checkpoint("sync") != nil)
    #expect(try await test.store.trimmed(to: 1, includingSynced: true).removedProductCount == 1_000)
    #expect(try await test.store.checkpoint("sync") == nil)
  }

  @Test("a trim of synced products goes over them in small transactions, and what is done stays done")
  func syncedInSteps() async throws {
    let test = try TestStore()
    try await test.store.save(
      (1...1_200).map { .listed($0) }, fetchedAt: noon, retention: .synced,
      checkpoint: Checkpoint(key: "sync", value: Data([1])))
    try await test.store.writeCache { db in
      try db.execute(
        sql: """
          CREATE TRIGGER stop BEFORE UPDATE OF is_synced ON product WHEN old.id = 1150
          BEGIN SELECT RAISE(ABORT, 'stop'); END
          """)
    }
    await #expect(throws: StoreError.self) { try await test.store.trim(includingSynced: true) }
    #expect(try await test.store.info().syncedProductCount == 200)
    #expect(try await test.store.checkpoint("sync") == nil, "no synchronization goes on from there")
    try await test.store.writeCache { try $0.execute(sql: "DROP TRIGGER stop") }
    #expect(try await test.store.trimmed(includingSynced: true).removedProductCount == 0)
    #expect(try await test.store.info().syncedProductCount == 0)
    #expect(try await test.store.productCount == 1_200)
  }

  @Test("pages stay beside synced products, which alone are more than the limit")
  func pagesOfSynced() async throws {
    let test = try TestStore { $0.time.date = { noon + 60 } }
    let key = PageKey.products(size: 2)
    let page = ProductPage(
      page: 1, itemsPerPage: 2, totalCount: 2, offset: 0, limit: 2, lastPage: 1, hasNext: false,
      hasPrevious: false, products: [.listed(8), .listed(7)])
    try await test.store.save(page, as: key, fetchedAt: noon)
    try await test.store.save([.listed(8), .listed(7)], fetchedAt: noon, retention: .synced)
    let report = try await test.store.trimmed(to: 1)
    #expect(report.removedProductCount == 0 && report.removedPageCount == 0)
    #expect(try await test.store.page(1, of: key) != nil)
  }

  @Test("what was not used within its age goes, what was read lately stays")
  func age() async throws {
    let date = Mutex(noon)
    let clock = ManualClock()
    let test = try TestStore {
      $0.time.date = { date.withLock { $0 } }
      $0.time.clock = AnyClock(clock)
    }
    let pass = { (days: Int) -> Void in
      date.withLock { $0 += Double(days * 86_400) }
      clock.advance(by: .seconds(days * 86_400))
    }
    let key = PageKey.products(size: 2)
    let page = ProductPage(
      page: 1, itemsPerPage: 2, totalCount: 2, offset: 0, limit: 2, lastPage: 1, hasNext: false,
      hasPrevious: false, products: [.listed(8), .listed(7)])
    try await test.store.save(page, as: key, fetchedAt: noon)
    try await test.store.save([.listed(1), .listed(2), .listed(3)], fetchedAt: noon)
    try await test.store.trim()
    pass(6)
    _ = try await test.store.product(2)
    _ = try await test.store.page(1, of: key)
    try await test.store.trim()
    pass(2)
    try await test.store.trim()
    #expect(try await test.store.newest(limit: 9).ids == [8, 7, 2])
    #expect(try await test.store.page(1, of: key) != nil)
    pass(12)
    #expect(try await test.store.trimmed().removedPageCount == 1)
    #expect(try await test.store.newest(limit: 9).isEmpty)
  }

  /// Trims as a launch at `date` does, after which `left` products are there.
  private func launch(
    _ folder: TemporaryFolder, at date: Date, left: Int, _ use: (MarketStore) async throws -> Void = { _ in }
  ) async throws {
    var configuration = MarketStore.Configuration()
    configuration.time.date = { date }
    let store = try MarketStore(folder: folder.url, configuration: configuration)
    try await use(store)
    for _ in 1...2 { try await store.trim() }
    #expect(try await store.newest(limit: 99).count == left, "\(date)")
    try store.close()
  }

  @Test(
    "a launch with a wrong calendar makes nothing old",
    arguments: [100, 2_208_988_800] as [TimeInterval])
  func wrongCalendar(moment: TimeInterval) async throws {
    let folder = try TemporaryFolder()
    let wrong = Date(timeIntervalSince1970: moment)
    let products = (1...50).map { Product.listed($0) }
    for hasTrimmed in [false, true] {
      try await launch(folder, at: noon, left: 50) { store in
        try await store.save(products, fetchedAt: noon)
        if hasTrimmed { try await store.trim() }
      }
      try await launch(folder, at: wrong, left: 51) { try await $0.save([.listed(51)], fetchedAt: wrong) }
      for hour in 1...3 { try await launch(folder, at: noon + Double(hour * 3_600), left: 51) }
      let store = try MarketStore(folder: folder.url)
      try await store.remove([51])
      try store.close()
    }
    // Both that were moved and those that were not grow old afterwards.
    for day in 1...20 {
      try await launch(folder, at: noon + Double(day * 86_400 - 3_600), left: day < 9 ? 50 : 0)
    }
  }

  @Test(
    "a calendar that is set wrong for one trim makes nothing old",
    arguments: [100, 2_208_988_800] as [TimeInterval])
  func wrongTrim(moment: TimeInterval) async throws {
    let date = Mutex(noon + 60)
    let test = try TestStore { $0.time.date = { date.withLock { $0 } } }
    try await test.store.save((1...50).map { Product.listed($0) }, fetchedAt: noon)
    date.withLock { $0 = Date(timeIntervalSince1970: moment) }
    try await test.store.trim()
    date.withLock { $0 = noon + 120 }
    try await test.store.trim()
    #expect(try await test.store.newest(limit: 99).count == 50)
  }

  @Test("what was not used since the launch before the last one goes with an age that has passed by then")
  func rareLaunches() async throws {
    let folder = try TemporaryFolder()
    try await launch(folder, at: noon, left: 1) { try await $0.save([.listed(1)], fetchedAt: noon) }
    try await launch(folder, at: noon + 10 * 86_400, left: 1)
    try await launch(folder, at: noon + 20 * 86_400, left: 0)
  }

  @Test("what a trim for age has left when it was interrupted goes with the next one")
  func interrupted() async throws {
    let folder = try TemporaryFolder()
    try await launch(folder, at: noon, left: 99) { store in
      try await store.save((1...1_500).map { .listed($0) }, fetchedAt: noon)
    }
    try await launch(folder, at: noon + 8 * 86_400, left: 99)
    try await launch(folder, at: noon + 9 * 86_400, left: 1) { store in
      try await store.save([.listed(9_001)], fetchedAt: noon + 9 * 86_400)
      let trim = Task { try await store.trim() }
      while try await store.info().productCount > 1_001 { await giveWay() }
      trim.cancel()
      _ = await trim.result
    }
  }

  @Test("synced products that are meant too go with their age, however often others went before")
  func syncedOfOld() async throws {
    let folder = try TemporaryFolder()
    try await launch(folder, at: noon, left: 50) { store in
      try await store.save((1...50).map { .listed($0) }, fetchedAt: noon, retention: .synced)
    }
    for day in [20, 40] { try await launch(folder, at: noon + Double(day * 86_400), left: 50) }
    try await launch(folder, at: noon + 41 * 86_400, left: 0) { try await $0.trim(includingSynced: true) }
  }

  @Test("what was fetched while the clock was ahead grows old all the same")
  func clockAhead() async throws {
    let folder = try TemporaryFolder()
    let ahead = noon + 3_650 * 86_400
    try await launch(folder, at: noon, left: 1) { try await $0.save([.listed(1)], fetchedAt: ahead) }
    try await launch(folder, at: noon + 8 * 86_400, left: 1)
    try await launch(folder, at: noon + 9 * 86_400, left: 0)
  }

  @Test("a store that outgrows its limit is trimmed by itself")
  func byItself() async throws {
    let test = try TestStore {
      $0.time.date = { noon + 5_000 }
      $0.byteLimit = 2 << 20
    }
    try await filled(3_000, test.store)
    while !test.store.upkeep.isIdle, !Task.isCancelled { await giveWay() }
    #expect(try await test.store.product(1) == nil)
  }

  @Test("a process that is too short for a trim forgets some products when it closes")
  func closing() async throws {
    let test = try TestStore {
      $0.time.date = { noon + 5_000 }
      $0.byteLimit = 3 << 19
    }
    try await filled(1_500, test.store)
    _ = try await test.store.product(1)
    try test.store.close()
    let store = try MarketStore(folder: test.folder.url)
    #expect(try await store.productCount == 1_000)
    #expect(try await store.product(1) != nil)
    #expect(try await store.product(501) == nil)
    #expect(try await store.product(502) != nil)
    try store.close()
  }

  @Test("a trim that fails is tried again when as much again was saved, and not by each write")
  func failing() async throws {
    let test = try TestStore {
      $0.time.date = { noon + 5_000 }
      $0.byteLimit = 2 << 20
    }
    func save(_ ids: ClosedRange<Int64>) async throws {
      try await test.store.save(ids.map { .listed($0) }, fetchedAt: noon + Double(ids.lowerBound))
    }
    try await test.store.writeCache {
      try $0.execute(
        sql: """
          CREATE TRIGGER failing BEFORE INSERT ON meta WHEN NEW.key = 'trim_date'
          BEGIN SELECT RAISE(ABORT, 'for the test'); END
          """)
    }
    try await filled(3_000, test.store)
    while !test.store.upkeep.isIdle, !Task.isCancelled { await giveWay() }
    try await save(3_001...3_001)
    #expect(test.store.upkeep.isIdle)
    #expect(try await test.store.product(1) != nil)
    try await test.store.writeCache { try $0.execute(sql: "DROP TRIGGER failing") }
    try await save(3_002...4_000)
    while !test.store.upkeep.isIdle, !Task.isCancelled { await giveWay() }
    #expect(try await test.store.product(2) == nil)
  }

  @Test("a log that a reader keeps long makes no trim due")
  func longLog() async throws {
    let test = try TestStore { $0.byteLimit = 1 << 20 }
    test.store.suggestionUpkeep.pause()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let path = test.folder.url.appending(path: "cache.db").path
    let reader = try DatabaseQueue(path: path, configuration: configuration)
    try reader.inDatabase { try $0.execute(sql: "BEGIN; SELECT count(*) FROM product") }
    // Others behind what is searched, so that its own pages are written, again and again.
    let text = String(repeating: "long ", count: 4_000)
    for number in 1...32 {
      let description = text + String(repeating: "\(number) ", count: 30_000)
      try await test.store.save(
        [.detailed(1, description: description)], completeness: .detailed, fetchedAt: noon)
      #expect(test.store.upkeep.isIdle)
    }
    #expect(test.store.fileBytes > 2 << 20)
    try reader.inDatabase { try $0.execute(sql: "ROLLBACK") }
  }

  @Test("a trim that did not come to its end, and copies that have grown by few writes, make one due")
  func due() async {
    let upkeep = Upkeep()
    let trims = Mutex(0)
    func trim(hasEnded: Bool = true) async {
      upkeep.trimIfDue {
        trims.withLock { $0 += 1 }
        return hasEnded
      }
      while !upkeep.isIdle, !Task.isCancelled { await giveWay() }
    }
    upkeep.noteSaved(Upkeep.savedCountPerTrim)
    for hasEnded in [false, true, true] { await trim(hasEnded: hasEnded) }
    #expect(trims.withLock { $0 } == 2)
    // The first one is what the trim has left.
    for (size, count) in [(110, 2), (134, 2), (136, 3), (200, 3), (226, 4)] as [(Int64, Int)] {
      for _ in 0..<Upkeep.writesPerSize { upkeep.noteWrite(limit: 100, bytes: size) }
      await trim()
      #expect(trims.withLock { $0 } == count, "\(size)")
    }
  }

  @Test("a store that outgrows its limit over launches, each too short for a trim, is trimmed by itself")
  func manyLaunches() async throws {
    let test = try TestStore {
      $0.time.date = { noon + 5_000 }
      $0.byteLimit = 2 << 20
    }
    try await filled(1_500, test.store)
    #expect(test.store.upkeep.isIdle)
    try test.store.close()
    let store = try MarketStore(folder: test.folder.url, configuration: test.store.configuration)
    try await store.save([.listed(2_000)], fetchedAt: noon + 2_000)
    while !store.upkeep.isIdle, !Task.isCancelled { await giveWay() }
    #expect(try await store.product(1) == nil)
    #expect(try await store.product(2_000) != nil)
    try store.close()
  }

  /// A word of 24 letters that no other number has.
  private func word(_ number: Int64) -> String {
    var (letters, state) = ("", UInt64(number))
    for _ in 0..<24 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      letters.unicodeScalars.append(Unicode.Scalar(UInt8(97 + (state >> 33) % 26)))
    }
    return letters
  }

  @Test("words of products that are gone take no room from others")
  func deadTerms() async throws {
    let test = try TestStore { $0.time.date = { noon + 10_000 } }
    test.store.suggestionUpkeep.pause()
    let rounds: [Int64] = Array(0..<12)
    for round in rounds {
      let products = (round * 500 + 1...round * 500 + 500).map { Product.listed($0, name: word($0)) }
      try await test.store.save(products, fetchedAt: noon + Double(round))
      try await test.store.trim(to: 2 << 20)
    }
    #expect(try await test.store.productCount > 100)
    let listed = try await test.store.readCache { db in
      try [1, 6_000].map { try db.exists("SELECT 1 FROM product_term WHERE term = ?", [word($0)]) }
    }
    #expect(listed == [false, true])
    #expect(try await test.find(String(word(6_000).dropFirst(9))) == [6_000])
  }

  @Test("a place that is noted gets new moments also when there is room for no other")
  func fullLog() {
    let log = UseLog()
    for id in 1...20_001 { log.noteUse(of: .product(Product.ID(rawValue: Int64(id))), at: 1) }
    log.noteUse(of: .product(1), at: 2)
    let uses = log.take()
    #expect(uses.count == 20_000)
    #expect(uses[.product(1)] == 2)
    #expect(uses[.product(20_001)] == nil)
  }

  @Test("the figures of a store are those of its content")
  func info() async throws {
    let test = try TestStore()
    try await test.store.save([.listed(1), .listed(2)], fetchedAt: noon, retention: .synced)
    try await test.store.save([.detailed(3)], completeness: .detailed, fetchedAt: noon)
    try await test.store.recordSearch("desk", at: noon)
    let info = try await test.store.info()
    #expect(info.productCount == 3 && info.syncedProductCount == 2 && info.completeProductCount == 1)
    #expect(info.recentSearchCount == 1 && info.pageCount == 0 && info.responseCount == 0)
    #expect(info.cacheSchemaVersion >= 1 && info.userSchemaVersion >= 1)
    #expect(info.files.map(\.name).contains("cache.db") && info.byteCount > info.usedBytes)
    #expect(try await test.store.check().isSound)
  }
}
