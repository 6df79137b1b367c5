import ArgumentParser
import Foundation
import OpenMarket

struct Logout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Removes the vendor's credentials for a server.",
    discussion: """
      Unsent writes stay on this device and are sent after the next login of the same vendor; their number and folder \
      are printed. '--unsent send' sends them first, for at most --timeout seconds, and keeps the rest (exit code 79). \
      '--unsent discard' deletes them with their photos, all unfinished drafts and the recent searches, and prints \
      them; after the logout it needs --store with their folder. A write that may have reached the server already is marked as having an \
      unknown outcome.
      """)

  enum Unsent: String, ExpressibleByArgument, CaseIterable {
    case keep, send, discard
  }

  @Option(help: "The treatment of unsent writes: keep, send or discard.")
  var unsent = Unsent.keep

  @Flag(help: "For every server, keeping unsent writes; also removes a damaged credentials file.")
  var all = false

  @OptionGroup var options: StoreOptions

  func validate() throws {
    try require(
      !all || unsent == .keep, "--all keeps everything: log out of each server by itself to send or discard")
  }

  func run() async throws {
    let settings = try options.settings()
    if all { return try forgetAll(settings) }
    let server = try settings.requiredServer()
    let isSignedIn = try settings.signIns.signIn(for: server) != nil
    guard try isSignedIn || namesUnsentWrites(settings, server) else {
      return try SignOutSummary(wasSignedIn: false).print(as: options)
    }
    guard try options.isThere() else {
      if isSignedIn { try settings.signIns.remove(for: server) }
      return try SignOutSummary(wasSignedIn: isSignedIn).print(as: options)
    }
    let market: Marketplace
    do {
      market = try options.openMarket()
    } catch let error as StoreError where unsent == .keep {
      // Nothing of it is touched, so nothing is lost.
      try settings.signIns.remove(for: server)
      try SignOutSummary(wasSignedIn: true).print(as: options)
      return Terminal().note(
        "market: warning: writes remain queued, but cannot be counted: \(error.message.printable)")
    }
    let report = try await market.closing { try await market.signOut(policy(settings.timeout)) }
    try SignOutSummary(wasSignedIn: isSignedIn, report: report).print(as: options)
    if unsent == .send, !report.isComplete { throw ExitCode(ExitStatus.kept.rawValue) }
  }

  /// Whether there are unsent writes to discard although no vendor is signed in: those of the folder that is named.
  ///
  /// - Throws: `HTTPError` with `unauthorized` when there may be some, and it is not known whose are meant.
  private func namesUnsentWrites(_ settings: Settings, _ server: URL) throws -> Bool {
    let problem = "not signed in at \(server.absoluteString)"
    switch unsent {
    case .keep: return false
    case .send:
      throw HTTPError(.unauthorized, "\(problem), so nothing can be sent: market login --identifier …")
    case .discard: break
    }
    if settings.store != nil { return true }
    // Of a guest, who has no writes; those of vendors are beside it.
    let guest = try options.folder()
    let accounts = guest.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: accounts.path)) ?? []
    let hasWrites = names.contains { name in
      // Also one that is damaged, under another name.
      let files = try? FileManager.default.contentsOfDirectory(atPath: accounts.appending(path: name).path)
      return name != guest.lastPathComponent && files?.contains { $0.hasPrefix("user.db") } == true
    }
    guard hasWrites else { return false }
    throw HTTPError(
      .unauthorized,
      "\(problem): name the folder of the unsent writes with --store (\(accounts.path.printable) has one for each vendor)"
    )
  }

  private func policy(_ time: Duration) -> SignOutPolicy {
    switch unsent {
    case .keep: .keep
    case .send: .flush(timeout: time)
    case .discard: .discard
    }
  }

  private func forgetAll(_ settings: Settings) throws {
    guard let file = settings.signIns as? FileCredentialsStore else {
      throw ValidationError("--all needs a credentials file; the keychain shows what it has in its own app")
    }
    try SignOutSummary(wasSignedIn: try file.removeAll()).print(as: options)
  }
}
