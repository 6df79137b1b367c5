import Foundation
import HTTPTypes
import OpenMarket
import OpenMarketImages
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import market

/// `market outbox`: what the server refuses, what is killed, and several at once.
@Suite(.serialized, .timeLimit(.minutes(5))) struct OutboxCommandTests {
  private static let sales = Fault.Match(.post, "/api/products")

  @Test(
    "what the server refuses stays with its reason, and is corrected, sent again, discarded and brought back")
  func refused() async throws {
    let device = try await SellingDevice()
    device.mock.addFault(Fault(.status(.badRequest), on: Self.sales, times: 3))
    let refused = try await device.json(device.sell(), status: 65)
    #expect(
      refused.first?["state"]?.string == "refused" && refused.first?["failure"]?["status"]?.number == 400)
    #expect(try await device.run("outbox", "show", "1").output.contains("market outbox edit 1"))
    #expect(try await device.run("outbox", "retry", "1").status == 65)
    #expect(try await device.run("outbox", "run").status == 65)
    #expect(try await device.run("outbox", "discard", "1").output == "submission 1 is discarded\n")
    #expect(try await device.run("outbox").errors == "no writes are pending\n")
    #expect(try await device.json(["outbox", "discard", "1", "--undo"]).first?["state"]?.string == "refused")
    #expect(try await device.run("outbox", "edit", "1", "--name", "x").errors.hasPrefix("market: name: "))
    device.mock.removeFaults()
    let corrected = try await device.json([
      "outbox", "edit", "1", "--name", "새 이름", "--photo", device.photo.path,
    ])
    #expect(corrected.first?["product"]?["name"]?.string == "새 이름")
    #expect(device.effects == [.created])
    #expect(try await device.run("outbox", "discard", "1").status == 65)
  }

  @Test("the advice for a write of unknown outcome names the effect to look for")
  func unknownOutcome() {
    for (write, effect) in [
      (PendingWrite.delete, "it is gone from the server"),
      (.edit(ProductChanges(price: 7), base: EditBase()), "the server has the change"),
    ] {
      var submission = Submission(
        id: 5, productID: 3, write: write, idempotencyKey: "", createdAt: Date(timeIntervalSince1970: 0))
      submission.state = .question(SubmissionFailure(.indeterminate, "no response"), candidates: [])
      #expect(submission.advice?.hasPrefix("see whether \(effect), then") == true)
    }
  }

  @Test("a write that needs another secret is sent again as it is, once the vendor has signed in")
  func forbidden() async throws {
    let device = try await SellingDevice()
    device.mock.addFault(Fault(.status(.forbidden), on: Self.sales))
    let refused = try await device.run(device.sell())
    #expect(refused.status == 77, "\(refused)")
    #expect(
      refused.errors
        == "market: 'market login' if the secret is wrong; 'market outbox retry 1' sends it again, "
        + "'market outbox discard 1' gives it up\n", "\(refused)")
    #expect(try await device.run("outbox", "retry", "1").status == 0)
    #expect(device.effects == [.created])
  }

  @Test(
    "a number that no submission has ends every command with the same code and reason",
    arguments: [
      ["show", "9"], ["retry", "9"], ["discard", "9"], ["discard", "9", "--undo"],
      ["edit", "9", "--name", "새 이름"], ["resolve", "9", "--mine"], ["resolve", "9", "--not-carried-out"],
      ["resolve", "9", "--carried-out", "--as", "77777"],
    ])
  func unknown(arguments: [String]) async throws {
    let device = try await SellingDevice()
    #expect(try await device.run(device.sell("첫째 의자", ["--no-wait"])).status == 0)
    let outcome = try await device.run(["outbox"] + arguments)
    #expect(outcome.status == 66 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors == "market: There is no submission 9.\n")
  }

  @Test("a list that leaves writes out says so")
  func limited() async throws {
    let device = try await SellingDevice()
    for name in ["첫째 의자", "둘째 의자"] {
      #expect(try await device.run(device.sell(name, ["--no-wait"])).status == 0)
    }
    let all = try await device.run("outbox", "list", "--limit", "2")
    #expect(all.output.contains("둘째 의자") && all.errors.isEmpty, "\(all)")
    let first = try await device.run("outbox", "list", "--limit", "1")
    #expect(!first.output.contains("둘째 의자"))
    #expect(first.errors == "there are more: --limit raises the number\n")
  }

  @Test("a row says why a write was refused, and what a deletion is about")
  func rows() async throws {
    let device = try await SellingDevice()
    #expect(try await device.run(device.sell()).status == 0)
    device.mock.addFault(Fault(.status(.badRequest), on: Self.sales))
    let refused = try await device.json(device.sell("둘째 의자"), status: 65)
    let reason = try #require(refused.first?["failure"]?["message"]?.string)
    #expect(try await device.run("delete", "4", "--no-wait").status == 0)
    let rows = try await device.run("outbox").output.split(separator: "\n")
    #expect(rows.contains { $0.contains("\(reason) (둘째 의자, price 45,000원, ") }, "\(rows)")
    #expect(rows.contains { $0.hasSuffix("접이식 캠핑 의자, the whole listing") }, "\(rows)")
    let deletion = try await device.json(["outbox", "list"]).last
    #expect(deletion?["write"]?.string == "delete" && deletion?["name"]?.string == "접이식 캠핑 의자")
  }

  @Test("what was never sent can be taken back")
  func cancelled() async throws {
    let device = try await SellingDevice()
    #expect(try await device.run(device.sell("첫째 의자", ["--no-wait"])).status == 0)
    #expect(try await device.run(device.sell("둘째 의자", ["--no-wait"])).status == 0)
    #expect(try await device.run("outbox", "discard", "1").output == "new-1 was never sent, and is gone\n")
    #expect(try await device.run("delete", "new-2").output == "new-2 was never sent, and is gone\n")
    #expect(try await device.run("outbox", "run").status == 0)
    #expect(device.effects.isEmpty)
  }

  @Test("of several writes, those before one that cannot be given up are, and are printed")
  func several() async throws {
    let device = try await SellingDevice()
    device.mock.addFault(Fault(.status(.badRequest), on: Self.sales, times: 1))
    #expect(try await device.run(device.sell()).status == 65)
    for name in ["첫째 의자", "둘째 의자"] {
      #expect(try await device.run(device.sell(name, ["--no-wait"])).status == 0)
    }
    let given = try await device.run("outbox", "discard", "1", "2", "7", "3")
    #expect(given.output == "submission 1 is discarded\nnew-2 was never sent, and is gone\n")
    #expect(given.status != 0 && given.errors.contains("7"))
    #expect(try await device.json(["outbox", "list"]).map { $0["submission"]?.number } == [3])
  }

  @Test("a price that has changed on the server meanwhile is not overwritten before somebody decides")
  func conflict() async throws {
    let device = try await SellingDevice(honoursKeys: false)
    #expect(try await device.run(device.sell()).status == 0)
    // An attempt without a response makes the next one lookup first; otherwise only an edit that has waited for a while does.
    device.mock.addFault(Fault(.disconnect, on: .init(.patch)))
    #expect(try await device.run("edit", "4", "--price", "40000").status == 79)
    let elsewhere = ["--store", device.folder.url.appending(path: "elsewhere").path]
    #expect(try await device.run(["edit", "4", "--price", "50000"] + elsewhere).status == 0)
    let conflict = try await device.json(["outbox", "run"], status: 65, schema: "cli-delivery").first?["left"]
    let edit = conflict?.elements.first
    #expect(edit?["name"]?.string == "접이식 캠핑 의자")
    let price = edit?["conflicts"]?.elements.first
    #expect(price?["theirs"]?.number == 50_000)
    #expect(price?["myCurrency"]?.string == "KRW" && price?["theirCurrency"]?.string == "KRW")
    let rows = try await device.run("outbox").output.split(separator: "\n")
    #expect(rows.contains { $0.hasSuffix("접이식 캠핑 의자, price 40,000원") }, "\(rows)")
    #expect(try await device.run("outbox", "resolve", "2", "--mine").output == "4 is changed\n")
    #expect(try await device.product(4)["price"]?.number == 40_000)
  }

  @Test(
    "a 'sell' that is killed while its response is under way is listed once by the next run",
    arguments: [true, false], [Fault.Phase.before, .after])
  func killedSale(honoursKeys: Bool, phase: Fault.Phase) async throws {
    let device = try await SellingDevice(honoursKeys: honoursKeys)
    device.mock.addFault(Fault(.hang, on: Self.sales, phase: phase))
    let sale = try device.start(device.sell())
    try await reached { device.mock.requestLog.contains { $0.method == .post } }
    await sale.end()
    let delivered = try await device.json(["outbox", "run"], schema: "cli-delivery")
    #expect(delivered.first?["sent"]?.elements.first?["state"]?.string == "accepted")
    #expect(device.effects == [.created])
  }

  @Test(
    "what a killed process had in hand is taken over at once, and done once, beside others that use the store",
    arguments: [true, false], [Fault.Phase.before, .after])
  func takenOver(honoursKeys: Bool, phase: Fault.Phase) async throws {
    let device = try await SellingDevice(honoursKeys: honoursKeys)
    device.mock.addFault(Fault(.hang, on: Self.sales, phase: phase))
    let sale = try device.start(device.sell())
    try await reached { device.mock.requestLog.contains { $0.method == .post } }
    // Has the store open all the time, so that nobody can take it for unused, and sends nothing.
    let neighbour = try MarketStore(folder: URL(filePath: device.environment["OPENMARKET_STORE"] ?? ""))
    // While its owner lives, nobody else touches it.
    #expect(try await device.run("outbox", "run").status == 79)
    #expect(device.mock.requestLog.count { $0.method == .post } == 1)
    await sale.end()
    let delivered = try await device.json(["outbox", "run"], schema: "cli-delivery")
    #expect(delivered.first?["sent"]?.elements.first?["state"]?.string == "accepted")
    #expect(device.effects == [.created])
    try neighbour.close()
  }

  @Test("a sale for which the device has no temporary folder was not sent: it waits, and is listed once")
  func noTemporaryFolder() async throws {
    let device = try await SellingDevice()
    var random = SeededGenerator(seed: 7)
    // Noise does not become small: three such photos are no body that is kept in memory.
    let bytes = (0..<700 * 700 * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
    let noise = try DecodedImage(size: PixelSize(width: 700, height: 700), format: .rgb888, bytes: bytes)
    try noise.encoded(as: .jpeg(quality: 95)).write(to: device.photo)
    let more = ["--photo", device.photo.path, "--photo", device.photo.path, "--no-wait"]
    let sale = device.sell("접이식 캠핑 의자", more)
    #expect(try await device.run(sale).status == 0)
    let gone = device.folder.url.appending(path: "gone").path
    let broken = device.environment.merging(["TMPDIR": gone]) { $1 }
    for _ in 1...9 {
      let outcome = try await device.market.run(["outbox", "run"], environment: broken)
      #expect(outcome.status == 79, "\(outcome)")
      let kept = try await device.json(["outbox", "list"]).first
      #expect(kept?["state"]?.string == "waiting" && kept?["isIndeterminate"] == .bool(false))
      #expect(kept?["failure"]?["code"]?.string == "cannotWriteFile")
    }
    #expect(device.effects.isEmpty)
    #expect(try await device.run("outbox", "run").status == 0)
    #expect(device.effects == [.created])
  }

  @Test("a watch that runs already takes over what a killed process had in hand")
  func takenOverByWatch() async throws {
    let device = try await SellingDevice()
    device.mock.addFault(Fault(.hang, on: Self.sales))
    let sale = try device.start(device.sell())
    try await reached { device.mock.requestLog.contains { $0.method == .post } }
    let watch = try device.start(["outbox", "run", "--watch"])
    try await reached { try watch.text("errors").contains("sending what comes") }
    await sale.end()
    try await reached { device.effects == [.created] }
    watch.signal(SIGTERM)
    #expect(try await watch.outcome().status == 128 + SIGTERM)
    #expect(device.effects == [.created])
  }

  @Test("an 'outbox run' that is killed again and again lists everything once", arguments: [true, false])
  func killedRun(honoursKeys: Bool) async throws {
    let device = try await SellingDevice(honoursKeys: honoursKeys)
    for number in 1...3 {
      #expect(try await device.run(device.sell("의자 \(number)번", ["--no-wait"])).status == 0)
    }
    // `.before` comes first: what was not carried out is certain to be sold again, however much of the rest was.
    for phase in [Fault.Phase.before, .after] {
      let count = device.mock.requestLog.count { $0.method == .post }
      device.mock.addFault(Fault(.hang, on: Self.sales, phase: phase))
      let run = try device.start(["outbox", "run"])
      try await reached {
        device.mock.requestLog.count { $0.method == .post } > count && device.mock.faults.isEmpty
      }
      await run.end()
    }
    #expect(try await device.run("outbox", "flush").status == 0)
    #expect(device.effects == [.created, .created, .created])
  }

  @Test("several runs at once send everything once", arguments: [true, false])
  func together(honoursKeys: Bool) async throws {
    let device = try await SellingDevice(honoursKeys: honoursKeys)
    for number in 1...8 {
      #expect(try await device.run(device.sell("의자 \(number)번", ["--no-wait"])).status == 0)
    }
    let outcomes = try await withThrowingTaskGroup(of: BuiltProgram.Outcome.self) { group in
      for _ in 0..<3 { group.addTask { try await device.run("outbox", "run") } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    // Who finds everything in the others' hands says that it is not done.
    #expect(outcomes.allSatisfy { [0, 79].contains($0.status) }, "\(outcomes)")
    #expect(device.effects == Array(repeating: .created, count: 8))
    #expect(try await device.run("outbox").errors == "no writes are pending\n")
  }

  @Test("'run --watch' sends what others put into the queue, and ends cleanly", arguments: [SIGINT, SIGTERM])
  func watch(signal: Int32) async throws {
    let device = try await SellingDevice()
    let watch = try device.start(["outbox", "run", "--watch"])
    for number in 1...3 {
      #expect(try await device.run(device.sell("의자 \(number)번", ["--no-wait"])).status == 0)
    }
    try await reached {
      device.effects.count == 3 && (try? watch.text("output").count(where: \.isNewline)) == 3
    }
    watch.signal(signal)
    let outcome = try await watch.outcome()
    #expect(outcome.status == 128 + signal, "\(outcome)")
    #expect(outcome.output.split(separator: "\n").count == 3, "\(outcome)")
    #expect(try await device.run("outbox").errors == "no writes are pending\n")
  }

  @Test("Ctrl-C while a listing is sent keeps it, and the next run lists it once", arguments: [true, false])
  func interrupted(honoursKeys: Bool) async throws {
    let device = try await SellingDevice(honoursKeys: honoursKeys)
    device.mock.addFault(Fault(.hang, on: Self.sales, phase: .after))
    let sale = try device.start(device.sell())
    try await reached { device.effects == [.created] }
    sale.signal(SIGINT)
    let outcome = try await sale.outcome()
    #expect(outcome.status == 130 && outcome.output.contains("is kept"), "\(outcome)")
    #expect(try await device.run("outbox", "run").status == 0)
    #expect(device.effects == [.created])
  }
}

/// Waits until `condition` holds; the suite's time limit ends a wait in vain.
private func reached(_ condition: () throws -> Bool) async throws {
  while try !condition() {
    try Task.checkCancellation()
    await giveWay()
  }
}
