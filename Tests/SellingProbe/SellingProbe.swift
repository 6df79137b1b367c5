import CKillAtWrite
import Foundation
import OpenMarket
import SellingTrials

/// Sells in a process of its own, which dies before its nth write; and runs schedules by hand.
///
/// ```
/// selling-probe fill FOLDER                            sells until it cannot, and says how that ended
/// selling-probe list FOLDER                            says how many writes are pending
/// selling-probe sell FOLDER SERVER keys|nokeys FATAL   lists a chair with a photo, edits it, and delivers; is killed
///                                                      before write number FATAL below FOLDER, 0 for never
/// selling-probe trials FIRST COUNT keys|nokeys         runs schedules, and counts what they broke; FIRST - for any
/// selling-probe trial SEED keys|nokeys                 runs one schedule, and prints its log
/// selling-probe crowded COUNT                          the lookup after COUNT listings of others
/// selling-probe naive FIRST COUNT                      the same faults for a client without an outbox
/// ```
@main enum SellingProbe {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("sell", 5): try await sell(arguments)
    case ("fill", 2): try await fill(URL(filePath: arguments[1]))
    case ("list", 2): try await list(URL(filePath: arguments[1]))
    case ("trials", 4): try await runTrials(arguments)
    case ("trial", 3):
      let seed = UInt64(arguments[1]) ?? 0
      print(try await TrialRun.log(of: seed, honoursKeys: arguments[2] == "keys"))
    case ("crowded", 2): try await runCrowded(Int(arguments[1]) ?? 0)
    case ("naive", 3):
      print(try await TrialRun.runNaively(seeds(arguments)))
    default:
      print("usage: selling-probe fill|list|sell|trials|trial|naive …")
      exit(64)
    }
  }

  private static func seeds(_ arguments: [String]) -> Range<UInt64> {
    let first = arguments[1] == "-" ? UInt64.random(in: 0..<1 << 40) * 10_000 : UInt64(arguments[1]) ?? 0
    return first..<first + (UInt64(arguments[2]) ?? 0)
  }

  private static func runTrials(_ arguments: [String]) async throws {
    let start = ContinuousClock.now
    let seeds = seeds(arguments)
    let report = try await TrialRun.run(seeds, honoursKeys: arguments[3] == "keys")
    for violation in report.violations { print(violation) }
    print(report.table)
    print("seeds from \(seeds.lowerBound), \(arguments[3]): \(report), \(ContinuousClock.now - start)")
    if !report.violations.isEmpty { exit(1) }
  }

  private static func runCrowded(_ count: Int) async throws {
    for isCarriedOut in [true, false] {
      for knowsVendor in [true, false] {
        let outcome = try await CrowdedMarket.run(
          count: count, isCarriedOut: isCarriedOut, knowsVendor: knowsVendor)
        print(
          """
          carried out \(isCarriedOut), vendor known \(knowsVendor): at most \(outcome.requestCount) requests, \
          \(outcome.effectCount) effects, \(outcome.state.name)
          """)
      }
    }
  }

  private static func list(_ folder: URL) async throws {
    guard let server = URL(string: "http://market.test") else { exit(64) }
    let market = try KilledSale.open(folder: folder, server: server, honoursKeys: true)
    print("pending \(try await market.submissions.list(limit: 1_000).count)")
    try await market.close()
  }

  private static func fill(_ folder: URL) async throws {
    guard let server = URL(string: "http://market.test") else { exit(64) }
    let market = try KilledSale.open(folder: folder, server: server, honoursKeys: true)
    var count = 0
    do {
      while count < 1_000 {
        let bytes =
          [0xFF, 0xD8, 0xFF, UInt8(count % 256), UInt8(count / 256)] + [UInt8](repeating: 7, count: 200_000)
        let photo = try await market.store.storePhoto(Data(bytes), fileName: "1.jpg")
        try await market.sell(KilledSale.draft, stored: [photo])
        count += 1
      }
    } catch let error as StoreError {
      print("end \(error.code.rawValue)")
    }
    let kept = try await market.submissions.list(limit: 1_000)
    var readable = 0
    for photo in kept.flatMap(\.write.photos) where try await market.store.photo(photo).count > 200_000 {
      readable += 1
    }
    try await market.store.removeUnusedPhotos(olderThan: 0)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "photos").path)
    print("sold \(count) kept \(kept.count) photos \(readable) files \(files.count)")
    if let first = kept.first { try await market.submissions.cancel(first.id) }
    try await market.store.removeUnusedPhotos(olderThan: 0)
    try await market.sell(KilledSale.draft, photos: [KilledSale.photo])
    print("after \(try await market.submissions.list(limit: 1_000).count)")
    try await market.close()
  }

  private static func sell(_ arguments: [String]) async throws {
    let folder = arguments[1]
    guard let server = URL(string: arguments[2]), let fatal = Int(arguments[4]) else { exit(64) }
    unsafe kill_at_write(folder, fatal)
    let market = try KilledSale.open(
      folder: URL(filePath: folder), server: server, honoursKeys: arguments[3] == "keys")
    let listing = try await market.sell(KilledSale.draft, photos: [KilledSale.photo])
    acknowledge("sold \(listing.id)")
    market.outbox.start()
    _ = try await listing.value
    try await market.edit(listing.id, KilledSale.changes)
    acknowledge("edited")
    try await market.outbox.flush()
    acknowledge("delivered")
    try await market.close()
    acknowledge("writes \(write_count())")
  }

  /// Past the buffers of the standard library, so that a killed process has said what it did.
  private static func acknowledge(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
  }
}
