import ArgumentParser
import Foundation
import OpenMarket
import OpenMarketHTTP

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
    let settings = try common.settings(store: nil)
    let server = try settings.requiredServer()
    guard let signIn = try settings.signIns.signIn(for: server) else {
      throw HTTPError(
        .unauthorized, "not signed in at \(server.absoluteString): market login --identifier …")
    }
    try AccountReport(signIn, settings, server).print(as: common)
  }
}

/// The account that is signed in, as `--json` shows it: `Schemas/json/cli-account.schema.json`.
struct AccountReport: Encodable {
  struct VendorReport: Encodable {
    var id: Int64
    var name: String
  }

  var server: String
  /// Tells accounts apart, and shows nothing of the identifier.
  var account: String
  var vendor: VendorReport?
  /// Where the credentials are; `null` for the keychain.
  var file: String?

  init(_ signIn: SignIn, _ settings: Settings, _ server: URL) throws {
    self.server = try HTTPClient.name(of: server)
    account = signIn.digest
    vendor = signIn.vendor.map { VendorReport(id: $0.id.rawValue, name: $0.name) }
    file = (settings.signIns as? FileCredentialsStore)?.file.path
  }

  func print(as options: CommonOptions) throws {
    let terminal = Terminal()
    if options.json { return try terminal.printJSON(self) }
    let who = vendor.map { "vendor \($0.id), \($0.name.printable)" } ?? "vendor unknown until the first write"
    try terminal.print([
      "server   \(server)", "account  \(account) (\(who))", "kept in  \(file?.printable ?? "the keychain")",
    ])
  }
}
