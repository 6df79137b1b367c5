import Foundation
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarket
@testable import OpenMarketHTTP

@Suite("Selling: photos", .timeLimit(.minutes(5)))
struct SellingPhotosTests {
  private let test: TestMarket

  init() throws { test = try TestMarket(products: 3) }

  /// A market that sends nothing by itself.
  private func quiet() throws -> Marketplace { try test.open { $0.outbox.startsByItself = false } }

  private func failures(_ sell: () async throws -> Void) async -> [String: ListingValidationError.Rule] {
    let broken = await #expect(throws: ListingValidationError.self) { try await sell() }?.failures ?? []
    return Dictionary(broken.map { ($0.field.rawValue, $0.rule) }) { first, _ in first }
  }

  private func storedPhotos() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: test.folder.url.appending(path: "photos").path))
      ?? []
  }

  @Test("photos that nothing needs any more go when the app returns, not only at its next launch")
  func removedAtReturn() async throws {
    let market = try test.open()
    _ = try await market.sell(.chair, photos: [.pixel]).value
    let photo = try #require(storedPhotos().first)
    let path = test.folder.url.appending(path: "photos/\(photo)").path
    try FileManager.default.setAttributes([.modificationDate: Date() - 7_200], ofItemAtPath: path)
    await market.suspend(gracePeriod: .zero)
    await market.resume()
    try await eventually { storedPhotos().isEmpty }
    try await market.close()
  }

  @Test(
    "nothing that a photo says beside its picture goes over the wire, and it stands upright",
    arguments: [1, 6])
  func privacy(orientation: UInt8) async throws {
    let tap = Mutex<Wiretap?>(nil)
    let market = try test.open { configuration in
      configuration.outbox.startsByItself = false
      let wiretap = Wiretap(configuration.transport)
      configuration.transport = wiretap
      tap.withLock { $0 = wiretap }
    }
    let photos = [try CameraPhoto.jpeg(orientation: orientation), try CameraPhoto.png()]
    for photo in photos {
      #expect(
        CameraPhoto.traces.contains { photo.range(of: Data($0.utf8)) != nil }, "the sample says nothing")
    }
    let listing = try await market.sell(.chair, photos: photos.map { PhotoUpload($0) })
    try await market.outbox.flush()
    let body = try #require(tap.withLock { $0?.sent.last })
    for trace in CameraPhoto.traces { #expect(body.range(of: Data(trace.utf8)) == nil, "\(trace) went out") }
    guard case .create(_, let stored) = listing.submission.write else {
      return #expect(Bool(false), "no listing")
    }
    let sizes = try await stored.asyncMap { try SystemImageDecoder().inspect(await market.store.photo($0)) }
    #expect(sizes.map(\.orientation) == [.up, .up])
    #expect(sizes.map(\.format) == [.jpeg, .jpeg])
    #expect(
      sizes.first?.size
        == (orientation == 6 ? PixelSize(width: 4, height: 8) : PixelSize(width: 8, height: 4)))
    #expect(test.mock.ledger.map(\.kind) == [.created])
    try await market.close()
  }

  @Test("none and more than five are refused before anything is written", arguments: [0, 6])
  func count(number: Int) async throws {
    let market = try quiet()
    let failures = await failures {
      try await market.sell(.chair, photos: Array(repeating: .pixel, count: number))
    }
    #expect(failures == ["photos": .wrongCount])
    #expect(storedPhotos().isEmpty)
    #expect(try await market.submissions.list().isEmpty)
    try await market.close()
  }

  @Test("every photo that cannot be used is named, together with all broken fields, and nothing is written")
  func unfit() async throws {
    let market = try quiet()
    let whole = try CameraPhoto.jpeg(orientation: 1, width: 64, height: 64)
    let huge = test.folder.url.appending(path: "huge.jpg")
    try whole.write(to: huge)
    let handle = try FileHandle(forWritingTo: huge)
    try handle.truncate(atOffset: 130_000_000)
    try handle.close()
    #if canImport(ImageIO)
      let readsHEIC = true
    #else
      let readsHEIC = false
    #endif
    let heic = Data([0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8))
    let photos = [
      PhotoUpload(whole.prefix(whole.count / 2), fileName: "half.jpg"), PhotoUpload(heic, fileName: "a.heic"),
      PhotoUpload(contentsOf: huge), PhotoUpload(contentsOf: test.folder.url.appending(path: "gone.jpg")),
      PhotoUpload(Data()),
    ]
    let failures = await failures {
      try await market.sell(NewListing(name: "x", description: "short", price: -1), photos: photos)
    }
    #expect(
      failures == [
        "name": .tooShort, "description": .tooShort, "price": .outOfRange,
        "photos[0]": .damaged, "photos[1]": readsHEIC ? .damaged : .unknownFormat, "photos[2]": .tooLarge,
        "photos[3]": .unreadable,
        "photos[4]": .empty,
      ])
    #expect(storedPhotos().isEmpty)
    #expect(try await market.submissions.list().isEmpty)
    try await market.close()
  }

  @Test("a HEIC photo is sent as JPEG where it can be read, and else refused before anything is written")
  func heic() async throws {
    let market = try quiet()
    let photo = PhotoUpload(PhoneHEIC.file, fileName: "IMG_0001.HEIC")
    #if canImport(ImageIO)
      let listing = try await market.sell(.chair, photos: [photo])
      let stored = try #require(listing.submission.write.photos.first)
      let info = try SystemImageDecoder().inspect(await market.store.photo(stored))
      #expect(info.format == .jpeg && info.orientation == .up)
      #expect(info.size == PixelSize(width: PhoneHEIC.size.width, height: PhoneHEIC.size.height))
    #else
      let error = await #expect(throws: ListingValidationError.self) {
        try await market.sell(.chair, photos: [photo])
      }
      let failure = try #require(error?.failures.first)
      #expect(error?.failures.count == 1 && failure.rule == .unknownFormat)
      #expect(failure.message.contains("IMG_0001.HEIC") && failure.message.contains("use JPEG"))
      #expect(storedPhotos().isEmpty)
      #expect(try await market.submissions.list().isEmpty)
    #endif
    try await market.close()
  }

  @Test("what becomes of a photo's file while its listing waits does not matter")
  func replaced() async throws {
    let file = test.folder.url.appending(path: "photo.jpg")
    try CameraPhoto.jpeg(orientation: 1).write(to: file)
    let market = try quiet()
    let listing = try await market.sell(.chair, photos: [PhotoUpload(contentsOf: file)])
    try Data("<html>".utf8).write(to: file)
    #expect(try await market.outbox.flush().isEmpty)
    let image = try #require(try await listing.value.images?.first)
    let displayed = try await market.images.image(at: image.url, fitting: .original)
    #expect(displayed.size == PixelSize(width: 8, height: 4))
    try await market.close()
  }

  @Test("a photo that is damaged on the disk while its listing is sent arrives as it was stored")
  func damagedWhileSending() async throws {
    let market = try quiet()
    let listing = try await market.sell(.chair, photos: [.pixel])
    let photo = try #require(listing.submission.write.photos.first)
    let uploads = market.submissions.photoUploads
    test.network = .uploadsHeld
    let flush = Task { try await market.outbox.flush() }
    for await upload in uploads where upload[listing.submission.id] != nil { break }
    // As many bytes as before, and still a JPEG.
    var damaged = try await market.store.photo(photo)
    damaged[damaged.count - 3] ^= 0xFF
    try damaged.write(to: photo.url(in: market.store.folder))
    test.network = .up
    #expect(try await flush.value.isEmpty)
    let image = try #require(try await listing.value.images?.first)
    #expect(photo.isCopy(try await market.client.http.data(from: image.url)))
    try await market.close()
  }

  @Test("a photo that is large is made to fit the server's limit")
  func large() async throws {
    let file = try CameraPhoto.noise()
    #expect(file.count > 300_000)
    let market = try quiet()
    let listing = try await market.sell(.chair, photos: [PhotoUpload(file)])
    #expect(try #require(listing.submission.write.photos.first).byteCount < 300_000)
    #expect(try await market.outbox.flush().isEmpty)
    try await market.close()
  }

  /// Readies bodies in `folder`, as the transport of the system does, and sends them to `base`.
  private struct SpoolingTransport: HTTPTransport {
    let base: any HTTPTransport
    let folder: URL

    func send(_ request: TransportRequest) async throws -> TransportResponse {
      _ = try await UploadBody(of: request, spoolingTo: folder)
      return try await base.send(request)
    }
  }

  @Test("a sale that cannot be readied for lack of a folder was not sent: it waits, and is listed once")
  func noRoomForBody() async throws {
    let bodies = test.folder.url.appending(path: "bodies")
    let market = try test.open { configuration in
      configuration.outbox.startsByItself = false
      configuration.transport = SpoolingTransport(base: configuration.transport, folder: bodies)
    }
    let photo = PhotoUpload(try CameraPhoto.noise())
    let listing = try await market.sell(.chair, photos: [photo, photo, photo])
    let size = listing.submission.write.photos.reduce(0) { $0 + $1.byteCount }
    try #require(size > UploadBody.memoryLimit, "kept in memory")
    for _ in 1...10 {
      await market.outbox.driver.runInline()
      let kept = try #require(try await market.store.submission(listing.submission.id))
      #expect(kept.failure?.code == .cannotWriteFile && !kept.isIndeterminate, "\(kept)")
      guard case .waiting = kept.state else { return #expect(Bool(false), "\(kept)") }
      test.wait(60)
      await market.outbox.driver.retryAll()
    }
    #expect(test.mock.ledger.isEmpty)
    try FileManager.default.createDirectory(at: bodies, withIntermediateDirectories: true)
    await market.outbox.driver.runInline()
    #expect(try await listing.value.id == 4)
    #expect(test.mock.ledger.map(\.kind) == [.created])
    try await market.close()
  }

  @Test("progress rises for each photo in its turn and in total, and ends")
  func progress() async throws {
    let market = try quiet()
    let photos = try [60, 90].map { try CameraPhoto.jpeg(orientation: 6, width: $0, height: $0) }
    let listing = try await market.sell(.chair, photos: photos.map { PhotoUpload($0) })
    let uploads = market.submissions.photoUploads
    test.network = .uploadsHeld
    let watch = Task { [test] in
      var steps: [SendingProgress] = []
      for await upload in uploads {
        if let step = upload[listing.submission.id] { steps.append(step) } else if !steps.isEmpty { break }
        if !steps.isEmpty { test.network = .up }
      }
      return steps
    }
    try await market.outbox.flush()
    let steps = await watch.value
    #expect(!steps.isEmpty)
    let sizes = listing.submission.write.photos.map(\.byteCount)
    #expect(steps.allSatisfy { $0.photos.map(\.byteCount) == sizes })
    #expect(steps.map(\.sentBytes) == steps.map(\.sentBytes).sorted())
    #expect(steps.allSatisfy { $0.photos[1].sentBytes == 0 || $0.photos[0].sentBytes == sizes[0] })
    try await market.close()
  }

  @Test("who follows the progress hears of its end when the market is released without being closed")
  func released() async throws {
    var market: Marketplace? = try test.open()
    let uploads = try #require(market).submissions.photoUploads
    market = nil
    for await _ in uploads {}
  }

  @Test("what is sent beside photos counts as sent first")
  func progressOfBody() {
    var progress = SendingProgress(photoSizes: [100, 50])
    let steps = ([0, 30, 31, 130, 131, 180] as [Int64]).map { sent -> [Int] in
      progress.noteSent(sent, of: 180)
      return progress.photos.map(\.sentBytes)
    }
    #expect(steps == [[0, 0], [0, 0], [1, 0], [100, 0], [100, 1], [100, 50]])
    #expect(progress.sentBytes == progress.byteCount)
  }
}

extension Array {
  fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
    var result: [T] = []
    for element in self { result.append(try await transform(element)) }
    return result
  }
}
