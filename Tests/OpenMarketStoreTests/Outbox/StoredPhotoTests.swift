import Foundation
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

@Suite(.serialized) struct StoredPhotoTests {
  @Test("a stored photo that is damaged is replaced by adding it again", arguments: [0, 70_000, 299_999])
  func replaces(_ offset: Int) async throws {
    let test = try TestStore()
    let data = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let photo = try await test.store.storePhoto(data, fileName: "a.jpg")
    let file = photo.url(in: test.folder.url)
    var damaged = data
    damaged[offset] ^= 4
    try damaged.write(to: file)
    await #expect(throws: SubmissionFailure.self) { try await test.store.photo(photo) }
    let again = try await test.store.storePhoto(data, fileName: "b.jpg")
    #expect(again.sha256 == photo.sha256)
    #expect(try await test.store.photo(photo) == data)
    #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
  }

  @Test("a sound one is not written again")
  func keeps() async throws {
    let test = try TestStore()
    let photo = try await test.store.storePhoto(Data([1, 2, 3]), fileName: "a.jpg")
    let path = photo.url(in: test.folder.url).path
    let before = FileIdentity(path: path)
    _ = try await test.store.storePhoto(Data([1, 2, 3]), fileName: "a.jpg")
    #expect(FileIdentity(path: path) == before)
  }

  @Test("a photo whose folder cannot be reached now is neither damaged nor missing, nor refused for that")
  func unreachable() async throws {
    let test = try TestStore()
    let photo = try await test.store.storePhoto(Data([1, 2, 3]), fileName: "a.jpg")
    let folder = test.folder.url.appending(path: "photos")
    let aside = test.folder.url.appending(path: "aside")
    try FileManager.default.moveItem(at: folder, to: aside)
    // A link to itself, which the system refuses to follow; a disk of a network that is gone has other reasons.
    try FileManager.default.createSymbolicLink(atPath: folder.path, withDestinationPath: "photos")
    let read = await #expect(throws: StoreError.self) { try await test.store.photo(photo) }
    #expect(read?.message.contains("cannot read") == true)
    let draft = NewListing(name: "chair", description: "as good as new", price: 1_000)
    await #expect(throws: StoreError.self) {
      try await test.store.enqueue(draft, photos: [photo], key: "key", at: noon)
    }
    try FileManager.default.removeItem(at: folder)
    try FileManager.default.moveItem(at: aside, to: folder)
    #expect(try await test.store.photo(photo) == Data([1, 2, 3]))
  }
}
