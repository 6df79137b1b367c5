import Foundation
import HTTPTypes
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// What becomes of a listing's text when it cannot be kept, and the questions at a terminal.
@Suite(.serialized, .timeLimit(.minutes(5))) struct QueuedListingTests {
  /// The form that `market sell` gave back.
  private func form(_ errors: String) throws -> String {
    let start = try #require(errors.range(of: "'market sell --from FILE':\n"))
    let end = try #require(errors.range(of: "\n}\n"))
    return String(errors[start.upperBound..<end.upperBound])
  }

  private func expectForm(_ outcome: BuiltProgram.Outcome, on device: SellingDevice) async throws {
    #expect(outcome.status == 74, "\(outcome)")
    let file = device.folder.url.appending(path: "back.json")
    try Data(form(outcome.errors).utf8).write(to: file)
    let elsewhere = ["--store", device.folder.url.appending(path: "elsewhere").path]
    let sold = try await device.json(["sell", "--from", file.path] + elsewhere)
    #expect(sold.first?["product"]?["name"]?.string == "접이식 캠핑 의자")
  }

  #if os(Linux)
    @Test("on a full disk the listing is given back, in the form that --from reads")
    func fullDisk() async throws {
      let device = try await SellingDevice()
      // Makes the store on a disk of its own, and fills that disk. The copies have a second name each: to throw them away
      // makes no room.
      let script = """
        mkdir -p "$store"; mount -t tmpfs -o size=4m,mode=700 none "$store"
        "$market" outbox list; "$market" list >/dev/null
        for file in "$store"/cache.db*; do ln "$file" "$file.kept"; done
        cat /dev/zero >"$store/filler" 2>/dev/null
        "$market" "$@"
        """
      let outcome = try await run(script, on: device)
      #expect(outcome.errors.contains("no room left on the disk"), "\(outcome)")
      try await expectForm(outcome, on: device)
      #expect(device.effects == [.created])
    }

    /// Runs `script` with `market` as `$1`, the store's folder as `$2`, and what lists a product as the rest, where it may
    /// mount.
    private func run(_ script: String, on device: SellingDevice) async throws -> BuiltProgram.Outcome {
      let unshare = BuiltProgram(at: URL(filePath: "/usr/bin/unshare"))
      let store = device.environment["OPENMARKET_STORE"] ?? ""
      return try await unshare.run(
        (geteuid() == 0 ? ["--mount"] : ["--mount", "--user", "--map-root-user"])
          + ["sh", "-c", "market=$1 store=$2; shift 2; \(script)", "sh", device.market.url.path, store]
          + device.sell(),
        environment: device.environment)
    }

    /// The log of each database and its index are such files.
    @Test(
      "on a disk without room for one more file the listing is given back, with that reason",
      arguments: 3...7)
    func noFileLeft(count: Int) async throws {
      let device = try await SellingDevice()
      let script = """
        mkdir -p "$store"; mount -t tmpfs -o nr_inodes=\(count),mode=700 none "$store"; "$market" "$@"
        """
      let outcome = try await run(script, on: device)
      #expect(outcome.errors.contains("no room left on the disk"), "\(outcome)")
      try await expectForm(outcome, on: device)
      #expect(device.effects == [.created])
    }

    @Test("on a full disk nothing is sent, with that reason; the listing stays in the queue")
    func fullDiskOfQueue() async throws {
      let device = try await SellingDevice()
      let script = """
        mkdir -p "$store"; mount -t tmpfs -o size=4m,mode=700 none "$store"; "$market" "$@" --no-wait 2>&1 || exit 1
        for file in "$store"/cache.db*; do ln "$file" "$file.kept"; done
        cat /dev/zero >"$store/filler" 2>/dev/null
        "$market" outbox run; echo $?; "$market" outbox flush --timeout 10; echo $?
        rm "$store/filler"; "$market" outbox run
        """
      let outcome = try await run(script, on: device)
      #expect(outcome.status == 0 && device.effects == [.created], "\(outcome)")
      #expect(outcome.output.split(separator: "\n").count { $0 == "79" } == 2, "\(outcome)")
      let reasons = outcome.errors.split(separator: "\n").filter { $0.contains("no room left on the disk") }
      #expect(reasons.count == 2, "\(outcome)")
    }

    @Test("listings are told apart on the server where the system has no /dev/urandom")
    func noRandomDevice() async throws {
      let device = try await SellingDevice()
      let script = """
        mount --bind /dev/null /dev/urandom
        "$market" "$@" && "$market" "$@" --no-wait && "$market" "$@" --store "$store-of-another-device"
        """
      let outcome = try await run(script, on: device)
      #expect(outcome.status == 0 && device.effects == [.created, .created], "\(outcome)")
    }
  #endif

  @Test("a listing whose queue is removed while it is sent is not called kept")
  func removedQueue() async throws {
    let device = try await SellingDevice { FolderRemovingMarket(market: $0, folder: $1) }
    let outcome = try await device.run(device.sell())
    #expect(outcome.status == 74 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.contains("is gone, and the queue with it"), "\(outcome)")
  }

  @Test("pending writes for a newer version of the program is left alone, and the listing is given back")
  func newerVersion() async throws {
    let device = try await SellingDevice()
    #expect(try await device.run(device.sell("의자 하나", ["--no-wait"])).status == 0)
    let file = URL(filePath: device.environment["OPENMARKET_STORE"] ?? "").appending(path: "user.db")
    let sqlite = BuiltProgram(at: URL(filePath: "/usr/bin/env"))
    let aged = try await sqlite.run(
      ["python3", "-c", Self.ageing, file.path])
    try #require(aged.status == 0, "\(aged)")
    let outcome = try await device.run(device.sell())
    #expect(outcome.errors.contains("newer version"), "\(outcome)")
    try await expectForm(outcome, on: device)
    #expect(try await device.run("outbox", "run").status == 74)
  }

  private static let ageing = """
    import sqlite3, sys
    file = sqlite3.connect(sys.argv[1])
    file.execute("INSERT INTO grdb_migrations VALUES('999: from the future')")
    file.commit()
    """

  @Test("a terminal asks for what is missing, and again for what breaks a rule")
  func questions() async throws {
    let device = try await SellingDevice()
    let program = try ProgramAtTerminal(
      device.market, ["sell", "--description", "두 번 사용한 의자입니다."], environment: device.environment)
    try await program.drawn("Name: ")
    try program.type("x\n")
    try await program.drawn("at least 3 visible characters")
    try program.type("의자\u{1B}[D\n")
    try await program.drawn("that has control characters")
    try program.press(bytes: [0xC7, 0xD1, 0x20, 0xC0, 0xC7, 0xC0, 0xDA, 0x0A])  // 한 의자, in EUC-KR
    try await program.drawn("that is not UTF-8 text")
    try program.type("접이식 의자\n")
    try await program.drawn("Price (KRW): ")
    try program.type("12a\n")
    try await program.drawn("is not an amount such as")
    try program.type("12000\n")
    try await program.drawn("Photo 1 of at most 5 (a file): ")
    try program.type("/nowhere.jpg\n")
    try await program.drawn("there is no file")
    try program.type("'\(device.photo.path)'\n")
    try await program.drawn("Photo 2 of at most 5")
    try program.type("\n")
    #expect(try await program.status() == 0)
    #expect(try program.output == "4 is listed: 접이식 의자, 12,000원\n")
    #expect(device.effects == [.created])
  }

  @Test("leaving the questions keeps nothing")
  func left() async throws {
    let device = try await SellingDevice()
    let program = try ProgramAtTerminal(device.market, ["sell"], environment: device.environment)
    try await program.drawn("Name: ")
    try program.type("\u{4}")
    #expect(try await program.status() == 64)
    #expect(try await device.json(["outbox", "list"]).isEmpty)
  }
}

/// A market that removes the folder of a device's store before it responds to a new listing.
private struct FolderRemovingMarket: MockHandler {
  let market: MarketplaceMock
  let folder: URL

  func handle(_ request: MockRequest) async -> MockResponse {
    if request.head.method == .post { try? FileManager.default.removeItem(at: folder) }
    return await market.handle(request)
  }
}
