import Foundation
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

#if os(Linux)
  struct RawFileTests {
    /// The locks of this process on a file, as the kernel lists them.
    private func locks(on path: String) throws -> [String] {
      let number = try #require(FileIdentity(path: path)).number
      return try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n").filter {
        line in
        line.contains(" \(getpid()) ") && line.contains(":\(number) ")
      }.map { $0.drop { $0 != ":" }.description }
    }

    @Test("reading the file of user data takes no lock from the stores of this process that have it open")
    func locksStay() async throws {
      let folder = try TemporaryFolder()
      let store = try MarketStore(folder: folder.url)
      try await store.recordSearch("desk", at: noon)
      let path = store.files.user.path
      let before = try locks(on: path)
      try #require(!before.isEmpty)
      try StoreFolder.requireReadable(path)
      _ = FirstPage.replace(by: Data(count: FirstPage.size), in: path, as: path + ".copy")
      #expect(try locks(on: path) == before)
      try store.close()
    }

    @Test("a file is read as it is, and one that is missing is no failure")
    func bytes() throws {
      let folder = try TemporaryFolder()
      let path = folder.url.appending(path: "file").path
      let bytes = Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0) })
      try bytes.write(to: URL(filePath: path))
      #expect(RawFile.readableBytes(path, blockSize: 4_096) == bytes && RawFile.readingFailure(path) == nil)
      #expect(RawFile.readableBytes(path + "-wal", blockSize: 4_096) == nil)
      #expect(RawFile.readingFailure(path + "-wal") == nil && RawFile.readingFailure(folder.url.path) != nil)
    }
  }
#endif
