import ArgumentParser
import Foundation
import OpenMarket

struct WhoAmI: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whoami",
    abstract: "Shows who is signed in at a server.",
    discussion: """
      The account is a digest of the identifier, which distinguishes accounts without revealing it. The vendor's \
      number and name are known after the first write, as no call of the API returns them. Exit code 77 when \
      signed out.
      """)

  @OptionGroup var common: CommonOptions

  func run() async throws {
    let settings = try common.settings()
    try settings.print(settings.requiredSignIn(), at: settings.requiredServer(), as: common)
  }
}

extension Settings {
  /// Prints the account `signIn` at `server`; with `--json` as `Schemas/json/cli-account.schema.json`.
  func print(_ signIn: SignIn, at server: URL, as options: CommonOptions) throws {
    let server = try HTTPClient.name(of: server)
    let file = (signIns as? FileCredentialsStore)?.file.path
    let vendor = signIn.vendor.map { ["id": $0.id.rawValue, "name": $0.name] as JSONFields }
    let who = signIn.vendor.map { "vendor \($0.id), \($0.name.printable)" }
    let fields: JSONFields = ["server": server, "account": signIn.digest, "vendor": vendor, "file": file]
    try options.print(fields) { _ in
      [
        "server   \(server)",
        "account  \(signIn.digest) (\(who ?? "vendor unknown until the first write"))",
        "kept in  \(file?.printable ?? "the keychain")",
      ]
    }
  }
}
