import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketStore
import OpenMarketTestSupport
import Testing

@Suite(.serialized) struct OpeningTests {
  private func mode(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  @Test("folder and files are their owner's alone, the log files too")
  func permissions() async throws {
    let parent = try TemporaryFolder()
    let folder = parent.url.appending(path: "a/b")
    let store = try MarketStore(folder: folder)
    try await store.save([.listed(1)], fetchedAt: noon)
    #expect(try mode(folder) == 0o700)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(
      Set(names).isSuperset(of: ["cache.db", "cache.db-wal", "cache.db-shm", "user.db", "user.db-wal"]))
    for name in names { #expect(try mode(folder.appending(path: name)) == 0o600, "\(name)") }
  }

  @Test("files that others could read are closed to them")
  func tightens() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "cache.db")
    try Data().write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    _ = try MarketStore(folder: folder.url)
    #expect(try mode(file) == 0o600)
  }

  @Test("what was saved is there in the next opening")
  func reopens() async throws {
    let test = try TestStore()
    try await test.store.save([.detailed(1)], completeness: .detailed, fetchedAt: noon)
    try test.store.close()
    let store = try MarketStore(folder: test.folder.url)
    #expect(try await store.product(1)?.product == .detailed(1))
  }

  @Test("a closed store says so")
  func closed() async throws {
    let test = try TestStore()
    try test.store.close()
    await #expect { try await test.store.newest(limit: 1) } throws: { ($0 as? StoreError)?.code == .closed }
    await #expect { try await test.store.remove([1]) } throws: { ($0 as? StoreError)?.code == .closed }
  }

  @Test("a folder in the place of the copies is refused, and not deleted with what is in it")
  func folderOfCopies() throws {
    let folder = try TemporaryFolder()
    let other = folder.url.appending(path: "cache.db")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
    let file = other.appending(path: "file")
    try Data("mine".utf8).write(to: file)
    #expect {
      try MarketStore.deleteCopies(in: folder.url)
    } throws: {
      ($0 as? StoreError)?.code == .notPermitted
    }
    #expect(try Data(contentsOf: file) == Data("mine".utf8))
  }

  @Test(
    "a damaged name of the installation keeps no store from opening; what is queued is looked for before it is sent",
    arguments: [[0xFF, 0xFE, 0x00] as [UInt8], [UInt8](repeating: 0x41, count: 100_000), []])
  func damagedInstallation(bytes: [UInt8]) async throws {
    let folder = try TemporaryFolder()
    var store = try MarketStore(folder: folder.url)
    _ = try await store.enqueue(.delete, of: 1, key: "key", at: noon)
    try store.close()
    let file = folder.url.appending(path: "store.installation")
    try Data(bytes).write(to: file)
    store = try MarketStore(folder: folder.url)
    #expect(try await store.submissions(limit: 10).map(\.isIndeterminate) == [true])
    try store.close()
    #expect(UUID(uuidString: try String(contentsOf: file, encoding: .utf8)) != nil)
  }

  @Test("a file in the place of the folder, and a web address, are refused with a reason")
  func refuses() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "file")
    try Data().write(to: file)
    #expect { try MarketStore(folder: file) } throws: { ($0 as? StoreError)?.code == .notPermitted }
    let address = try #require(URL(string: "https://market.test/"))
    #expect { try MarketStore(folder: address) } throws: { ($0 as? StoreError)?.code == .invalidInput }
  }
}
