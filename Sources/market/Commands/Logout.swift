import ArgumentParser
import Foundation
import OpenMarket

struct Logout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Removes the vendor's credentials for a server.",
    discussion: """
      Unsent writes stay on this device and are sent after the next login of the same vendor; their number and folder \
      are printed. '--unsent send' sends them first, for at most --timeout seconds, and keeps the rest (exit code 79). \
      '--unsent discard' deletes them with their photos and all unfinished drafts, and prints them. A write that may \
      have reached the server already is marked as having an unknown outcome.
      """)

  /// The treatment of writes that the server does not have.
  enum Unsent: String, ExpressibleByArgument, CaseIterable {
    case keep, send, discard
  }

  @Option(help: "The treatment of unsent writes: keep, send or discard.")
  var unsent = Unsent.keep

  @Flag(help: "For every server, keeping unsent writes; also removes a damaged credentials file.")
  var all = false

  @OptionGroup var common: CommonOptions
  @OptionGroup var location: StoreOptions

  func validate() throws {
    guard !all || unsent == .keep else {
      throw ValidationError("--all keeps everything: log out of each server by itself to send or discard")
    }
  }

  func run() async throws {
    let settings = try common.settings(store: location.store)
    if all { return try forgetAll(settings) }
    let server = try settings.requiredServer()
    guard try settings.signIns.signIn(for: server) != nil else {
      return try SignOutSummary(wasSignedIn: false).print(as: common)
    }
    guard try location.isThere(common) else {
      try settings.signIns.remove(for: server)
      return try SignOutSummary(wasSignedIn: true).print(as: common)
    }
    let market: Marketplace
    do {
      market = try location.openMarket(common)
    } catch let error as StoreError where unsent == .keep {
      // Nothing of it is touched, so nothing is lost.
      try settings.signIns.remove(for: server)
      try SignOutSummary(wasSignedIn: true).print(as: common)
      return Terminal().note(
        "market: warning: writes remain queued, but cannot be counted: \(error.message.printable)")
    }
    let report = try await market.closing { try await market.signOut(policy(settings.timeout)) }
    try SignOutSummary(report).print(as: common)
    if unsent == .send, !report.isComplete { throw ExitCode(ExitStatus.kept.rawValue) }
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
    try SignOutSummary(wasSignedIn: try file.removeAll()).print(as: common)
  }
}
