import ArgumentParser
import OpenMarket

/// The subcommand `market logout`.
struct Logout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Forgets the vendor's credentials for a server.",
    discussion: """
      What is stored on this device for the account stays, as do listings that still wait to be sent: they go on \
      after the next login of the same vendor.
      """)

  @Flag(help: "For every server; also removes a damaged credentials file.")
  var all = false

  @OptionGroup var common: CommonOptions

  func run() async throws {
    let settings = try common.settings(store: nil)
    let wasSignedIn: Bool
    if all {
      guard let file = settings.signIns as? FileCredentialsStore else {
        throw ValidationError("--all needs a credentials file; the keychain shows what it has in its own app")
      }
      wasSignedIn = try file.removeAll()
    } else {
      wasSignedIn = try settings.signIns.remove(for: settings.requiredServer())
    }
    if common.json {
      try Terminal().printJSON(["wasSignedIn": wasSignedIn])
    } else if !wasSignedIn {
      Terminal().note("nobody was signed in")
    }
  }
}
