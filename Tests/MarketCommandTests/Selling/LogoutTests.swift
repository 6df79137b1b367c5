import Foundation
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// `market logout` while writes wait to be sent.
@Suite(.serialized, .timeLimit(.minutes(5))) struct LogoutTests {
  /// A device with two writes that wait; its server is stopped.
  private func device() async throws -> SellingDevice {
    let device = try await SellingDevice()
    #expect(try await device.run(device.sell("의자 하나")).status == 0)
    #expect(try await device.run(device.sell("의자 둘", ["--no-wait"])).status == 0)
    #expect(try await device.run("edit", "4", "--price", "40000", "--no-wait").status == 0)
    try await device.stopServer()
    return device
  }

  private func signIn(_ device: SellingDevice) async throws {
    let vendor = MarketplaceMock.Vendor.sample
    let outcome = try await device.run(
      ["login", "--identifier", vendor.identifier], input: vendor.secret)
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test(
    "it says how many writes were not sent and keeps them, unless told otherwise; they go after the next login"
  )
  func keep() async throws {
    let device = try await device()
    let outcome = try await device.run("logout")
    #expect(outcome.status == 0 && outcome.errors.contains("2 writes not sent; kept in"), "\(outcome)")
    #expect(try await device.run("whoami").status == 77)
    #expect(try await device.json(["outbox", "list"]).count == 2)
    try await device.startServer()
    try await signIn(device)
    #expect(try await device.run("outbox", "run").status == 0)
    #expect(device.effects.sorted { $0.rawValue < $1.rawValue } == [.created, .created, .edited])
    let nothing = try await device.json(["logout"], schema: "cli-logout").first
    #expect(nothing?["unsent"]?.number == 0 && nothing?["kept"] == .bool(true))
  }

  @Test("it sends first when asked to, and keeps what cannot be sent")
  func send() async throws {
    let device = try await device()
    let vain = try await device.json(
      ["logout", "--unsent", "send", "--timeout", "1"], status: 79, schema: "cli-logout"
    ).first
    #expect(vain?["unsent"]?.number == 2 && vain?["kept"] == .bool(true))
    #expect(vain?["submissions"]?.elements.count == 2)
    try await device.startServer()
    try await signIn(device)
    let outcome = try await device.run("logout", "--unsent", "send")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(device.effects.count == 3)
  }

  @Test("what is thrown away on demand is printed, and is never sent")
  func discard() async throws {
    let device = try await device()
    let outcome = try await device.run("logout", "--unsent", "discard")
    #expect(outcome.status == 0 && outcome.output.contains("의자 둘"), "\(outcome)")
    #expect(outcome.errors.contains("2 writes and 0 drafts thrown away"), "\(outcome)")
    try await device.startServer()
    try await signIn(device)
    #expect(try await device.run("outbox", "run").errors == "no writes are pending\n")
    #expect(device.effects == [.created])
  }

  @Test("after the logout unsent writes are thrown away in the folder that is named, and not sent")
  func discardLater() async throws {
    let device = try await device()
    #expect(try await device.run("logout").status == 0)
    let sent = try await device.run("logout", "--unsent", "send")
    #expect(sent.status == 77 && sent.errors.contains("nothing can be sent"), "\(sent)")
    let summary = try await device.json(["logout", "--unsent", "discard"], schema: "cli-logout").first
    #expect(summary?["wasSignedIn"] == .bool(false) && summary?["kept"] == .bool(false))
    #expect(summary?["unsent"]?.number == 2)
    #expect(try await device.json(["outbox", "list"]).isEmpty)
    let again = try await device.run("logout", "--unsent", "discard")
    #expect(again.status == 0 && again.errors.isEmpty, "\(again)")
  }

  // Only there can a test name the folder of all vendors.
  #if os(Linux)
    @Test("after the logout the folder of the unsent writes must be named where each vendor has one")
    func discardWithoutFolder() async throws {
      let device = try await SellingDevice()
      let environment = ownFolders(of: device)
      func run(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
        try await device.market.run(arguments, environment: environment)
      }
      #expect(try await run(device.sell("의자 하나", ["--no-wait"])).status == 0)
      let folder = try await run(["store", "path"]).output.trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(try await run(["logout"]).status == 0)
      let refused = try await run(["logout", "--unsent", "discard"])
      #expect(refused.status == 77 && refused.errors.contains("with --store"), "\(refused)")
      let named = try await run(["logout", "--unsent", "discard", "--store", folder])
      #expect(named.status == 0 && named.errors.contains("1 write and 0 drafts thrown away"), "\(named)")
    }

    @Test("after the logout a file or an empty folder beside those of vendors is not taken for unsent writes")
    func strayFiles() async throws {
      let device = try await SellingDevice()
      let environment = ownFolders(of: device)
      let path = try await device.market.run(["store", "path"], environment: environment).output
      #expect(try await device.market.run(["logout"], environment: environment).status == 0)
      let accounts = URL(filePath: path.trimmingCharacters(in: .whitespacesAndNewlines))
        .deletingLastPathComponent()
      try FileManager.default.createDirectory(
        at: accounts.appending(path: "empty"), withIntermediateDirectories: true)
      try Data().write(to: accounts.appending(path: ".DS_Store"))
      let outcome = try await device.market.run(["logout", "--unsent", "discard"], environment: environment)
      #expect(outcome.status == 0 && outcome.errors == "not signed in\n", "\(outcome)")
    }

    /// The environment of a device on which each vendor has a folder.
    private func ownFolders(of device: SellingDevice) -> [String: String] {
      device.environment.filter { $0.key != "OPENMARKET_STORE" }
        .merging(["XDG_DATA_HOME": device.folder.url.appending(path: "data").path]) { $1 }
    }
  #endif

  @Test("nothing is lost silently: neither for all servers at once, nor when the queue cannot be read")
  func refused() async throws {
    let device = try await device()
    #expect(try await device.run("logout", "--all", "--unsent", "discard").status == 64)
    let file = URL(filePath: device.environment["OPENMARKET_STORE"] ?? "").appending(path: "user.db")
    let python = BuiltProgram(at: URL(filePath: "/usr/bin/env"))
    let ageing = """
      import sqlite3, sys
      file = sqlite3.connect(sys.argv[1])
      file.execute(sys.argv[2])
      file.commit()
      """
    func change(_ sql: String) async throws {
      #expect(try await python.run(["python3", "-c", ageing, file.path, sql]).status == 0)
    }
    try await change("INSERT INTO grdb_migrations VALUES('999: from the future')")
    for policy in ["discard", "send"] {
      let outcome = try await device.run("logout", "--unsent", policy)
      #expect(outcome.status == 74 && outcome.errors.contains("newer version"), "\(outcome)")
    }
    #expect(try await device.run("whoami").status == 0)
    let kept = try await device.run("logout")
    #expect(kept.status == 0 && kept.errors.contains("remain queued, but cannot be counted"), "\(kept)")
    #expect(try await device.run("whoami").status == 77)
    try await change("DELETE FROM grdb_migrations WHERE identifier LIKE '999%'")
    #expect(try await device.json(["outbox", "list"]).count == 2)
  }
}
