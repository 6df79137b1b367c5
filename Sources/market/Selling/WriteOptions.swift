import ArgumentParser
import Foundation
import OpenMarket

struct WriteOptions: ParsableArguments {
  @Option(help: .value("seconds", "Keep trying for so many seconds, instead of once."))
  var wait: Double?

  @Flag(name: .customLong("no-wait"), help: "Only add it to the queue; 'market outbox run' sends it.")
  var noWait = false

  @OptionGroup var location: StoreOptions

  func validate() throws {
    try require(
      wait.map({ $0 > 0 && $0 <= 86_400 }) ?? true,
      "--wait is \(wait ?? 0); it must be more than 0 and at most 86400 seconds")
    try require(wait == nil || !noWait, "--wait and --no-wait exclude each other")
  }

  private var effort: DeliveryRun.Effort {
    noWait ? .none : wait.map { .lasting(.seconds($0)) } ?? .once
  }

  /// Puts a write for each of `items` into the queue, delivers them as the options say, and prints what came of each.
  ///
  /// One that cannot be put there does not keep the others from it.
  func perform<Item: Hashable>(
    _ items: [Item], _ write: (Marketplace, Item) async throws -> Submission
  ) async throws {
    let items = items.unrepeated
    try await withSellingMarket { market in
      var submissions: [Submission] = []
      var status = ExitStatus.success
      for item in items {
        do {
          submissions.append(try await write(market, item))
        } catch let error as SubmissionFailure {
          guard items.count > 1 else { throw error }
          status = ExitStatus(error.code)
          Terminal().note("market: \(error.message.printable)")
        }
      }
      try await deliver(submissions, of: market, status)
    }
  }

  /// Delivers, prints what came of `submissions`, and ends with the exit code that says so.
  func deliver(
    _ submissions: [Submission], of market: Marketplace, _ status: ExitStatus = .success
  ) async throws {
    let terminal = Terminal()
    let signal = try await DeliveryRun(market: market, terminal: terminal).run(effort).signal
    var (status, current, gone) = (status, [Submission](), StoreError?.none)
    for submission in submissions {
      // Merged writes share a submission. One that cannot be read is not known to have been sent; the others are printed.
      let found = try? await market.store.submission(submission.id)
      if found == nil, let error = goneFolder(of: market.store) {
        gone = error
        continue
      }
      let now = found ?? submission
      current.append(now)
      let outcome = ExitStatus(now, isAwaited: effort != .none)
      if outcome != .success { status = outcome }
    }
    try terminal.report(current.map(\.outcomeLine)) {
      for now in current {
        try terminal.printOutcome(of: now, asJSON: location.json)
        if !location.json, let advice = now.advice { terminal.note("market: \(advice)") }
      }
    }
    if let gone { throw gone }
    if let signal { throw EndedBySignal(number: signal) }
    if status != .success { throw ExitCode(status.rawValue) }
  }

  /// Why a write is not kept, where the queue is gone.
  private func goneFolder(of store: MarketStore) -> StoreError? {
    let folder = store.folder.path(percentEncoded: false)
    guard !FileManager.default.fileExists(atPath: folder) else { return nil }
    return StoreError(
      .failed,
      "\(folder) is gone, and the queue with it: the server may have the write or not; see there before you repeat it"
    )
  }

  /// Runs `body` with the market of the signed-in vendor, and closes it in any case; reports the rules that a listing breaks.
  func withSellingMarket(_ body: (Marketplace) async throws -> Void) async throws {
    let market = try location.openSellingMarket()
    do {
      try await market.closing { try await body(market) }
    } catch let error as ListingValidationError {
      try error.report(asJSON: location.json)
    }
  }
}

extension StoreOptions {
  /// The market of the signed-in vendor.
  ///
  /// - Throws: `HTTPError` with `unauthorized` when signed out.
  func openSellingMarket() throws -> Marketplace {
    try settings().requiredSignIn()
    return try openMarket()
  }
}
