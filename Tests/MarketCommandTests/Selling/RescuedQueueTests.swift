import Foundation
import MockServerNIO
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// What `market` says of a queue that is damaged or gone, or that is another server's.
@Suite(.serialized, .timeLimit(.minutes(5))) struct RescuedQueueTests {
  /// A device with a pending listing; its store.
  private func device() async throws -> (SellingDevice, URL) {
    let device = try await SellingDevice()
    #expect(try await device.run(device.sell("의자 하나", ["--no-wait"])).status == 0)
    return (device, URL(filePath: device.environment["OPENMARKET_STORE"] ?? ""))
  }

  private func check(_ device: SellingDevice, status: Int32 = 74) async throws -> [String] {
    let checks = try await device.json(["store", "check"], status: status, schema: "cli-store-check")
    return checks.first?["problems"]?.elements.compactMap(\.string) ?? []
  }

  @Test("the command that rescues damaged user data says so, and the check lists what is kept")
  func damaged() async throws {
    let (device, store) = try await device()
    var random = SeededGenerator(seed: 1)
    let noise = Data((0..<5_000).map { _ in UInt8.random(in: 0...255, using: &random) })
    try noise.write(to: store.appending(path: "user.db"))
    let listed = try await device.run("outbox")
    let lines = listed.errors.split(separator: "\n")
    try #require(listed.status == 0 && lines.count == 2, "\(listed)")
    let warning = "market: warning: user data was damaged: 0 rows were rescued, the damaged file is kept: "
    #expect(lines[0].hasPrefix(warning))
    #expect(lines[1] == "no writes are pending")
    let name = try #require(lines[0].split(separator: "/").last)
    let kept = store.appending(path: String(name))
    #expect(try Data(contentsOf: kept) == noise)
    #expect(try await device.run("outbox").errors == "no writes are pending\n", "once")

    let problems = try await check(device)
    try #require(problems.count == 2, "\(problems)")
    #expect(problems[0].contains(name), "\(problems)")
    #expect(problems[1].hasSuffix("is of no write and no draft, as user.db was made anew"), "\(problems)")
    let text = try await device.run("store", "check")
    #expect(text.status == 74 && text.output.split(separator: "\n").count == 2, "\(text)")
    let info = try await device.json(["store", "info"], schema: "cli-store-info").first
    #expect(info?["keptFiles"]?.elements.map { $0["name"]?.string } == [String(name)])
    #expect(try await device.run("store", "info").output.contains(name))

    for file in try FileManager.default.contentsOfDirectory(atPath: store.path) where file.hasPrefix(name) {
      try FileManager.default.removeItem(at: store.appending(path: file))
    }
    try FileManager.default.removeItem(at: store.appending(path: "photos"))
    #expect(try await check(device, status: 0).isEmpty)
  }

  @Test(
    "a rescue is told also when the store cannot be opened after it",
    arguments: [["outbox", "list"], ["outbox", "run"]])
  func rescuedInVain(command: [String]) async throws {
    let (device, store) = try await device()
    try Data(repeating: 0x61, count: 5_000).write(to: store.appending(path: "user.db"))
    let copies = store.appending(path: "cache.db")
    for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copies.path + end) }
    // In the place of a file that would be made anew.
    try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: false)
    let outcome = try await device.run(command)
    #expect(outcome.status != 0, "\(outcome)")
    let warning =
      "market: warning: user data was damaged: what can be read was rescued, the damaged file is kept: "
    #expect(outcome.errors.contains(warning), "\(outcome)")
    #expect(try await !device.run(command).errors.contains("user data was damaged"), "once")
  }

  @Test("user data that is gone while its photos are there is a problem", arguments: [true, false])
  func gone(isEmptied: Bool) async throws {
    let (device, store) = try await device()
    let file = store.appending(path: "user.db")
    if isEmptied { try Data().write(to: file) } else { try FileManager.default.removeItem(at: file) }
    #expect(try await check(device, status: 0).isEmpty, "a young photo may be of a write under way")
    let photos = store.appending(path: "photos")
    for photo in try FileManager.default.contentsOfDirectory(atPath: photos.path) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -7_200)],
        ofItemAtPath: photos.appending(path: photo).path)
    }
    let problems = try await check(device)
    #expect(problems.count == 1, "\(problems)")
    #expect(problems.first?.contains("user.db was made anew") == true, "\(problems)")
  }

  @Test("copies that are gone keep no queue from being displayed")
  func withoutCopies() async throws {
    let (device, store) = try await device()
    for end in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: store.appending(path: "cache.db").path + end)
    }
    #expect(try await device.json(["outbox", "list"]).count == 1)
  }

  @Test("a photo of a pending listing that is missing is a problem")
  func missingPhoto() async throws {
    let (device, store) = try await device()
    let photos = store.appending(path: "photos")
    for photo in try FileManager.default.contentsOfDirectory(atPath: photos.path) {
      try FileManager.default.removeItem(at: photos.appending(path: photo))
    }
    let problems = try await check(device)
    let problem = try #require(problems.first)
    #expect(problems.count == 1 && problem.hasSuffix("which submission 1 needs, is missing"), "\(problems)")
  }

  @Test("a queue is neither displayed nor sent for another server than its own")
  func otherServer() async throws {
    let (device, _) = try await device()
    let mock = MarketplaceMock { $0.productCount = 3 }
    let other = try await MockServer.start(handler: mock)
    let elsewhere = ["--server", other.url.absoluteString]
    let vendor = MarketplaceMock.Vendor.sample
    let login = try await device.run(
      ["login", "--identifier", vendor.identifier] + elsewhere, input: vendor.secret)
    #expect(login.status == 0, "\(login)")
    let commands = [
      ["outbox", "list"], ["outbox", "run"], ["recent", "list"], ["list", "--offline"],
      ["edit", "new-1", "--price", "1000"],
    ]
    for command in commands {
      let outcome = try await device.run(command + elsewhere)
      #expect(outcome.status == 77, "\(command): \(outcome)")
      #expect(outcome.errors.contains("use a folder for each server"), "\(command): \(outcome)")
    }
    // Looking after the folder is for any.
    #expect(try await device.run(["store", "info"] + elsewhere).status == 0)
    let listed = try await device.run(["list", "--size", "1"] + elsewhere)
    #expect(listed.status == 0, "\(listed)")
    #expect(listed.errors.hasPrefix("market: warning: the store is not used: "), "\(listed)")
    try await other.stop()
    #expect(mock.ledger.isEmpty)
    #expect(try await device.run("outbox", "run").status == 0)
    #expect(device.effects == [.created])
  }
}
