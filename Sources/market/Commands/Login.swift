import ArgumentParser
import Foundation
import OpenMarket

struct Login: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Stores a vendor's credentials for a server, so that other commands can sell.",
    discussion: """
      The secret is typed at the terminal, unseen. Without a terminal it is read from standard input, or from the file \
      that --secret-file or OPENMARKET_SECRET_FILE names, without the final line break. It can be given neither as an \
      argument nor in the environment, where others could see it.

      Nothing is sent: the API has no sign-in, so a wrong secret shows at the first write. One vendor is signed in for \
      each server, and each has a store of its own on this device. On Linux the credentials are in a file that only you \
      can read ('market whoami' shows its path), on Apple's platforms in the keychain.
      """)

  @Option(parsing: .unconditional, help: "The vendor's identifier, as issued by the market.")
  var identifier: String?

  @Option(help: .value("file", "The file with the secret; - for standard input."), completion: .file())
  var secretFile: String?

  @OptionGroup var common: CommonOptions

  func validate() throws { try requireText("--identifier", identifier) }

  func run() async throws {
    let settings = try common.settings()
    let server = try settings.requiredServer()
    let source = SecretSource(file: secretFile, environment: ProcessInfo.processInfo.environment)
    if case .prompt = source {
      try require(
        Terminal().canAsk,
        "login asks at standard error, which is no terminal: give --identifier and --secret-file")
    }
    let identifier = try askedIdentifier(beside: source)
    let credentials = try VendorCredentials(identifier: identifier, secret: try await source.read().reveal())
    do {
      try settings.signIns.update(for: server) { former in
        // Who it is stays known when only the secret is new.
        let vendor = former?.credentials.identifier == credentials.identifier ? former?.vendor : nil
        return SignIn(credentials, vendor: vendor)
      }
    } catch var error as CredentialsError
      where error.code == .failed && settings.signIns is FileCredentialsStore
    {
      // Such as a home that can only be read.
      error.message += " OPENMARKET_CREDENTIALS or XDG_CONFIG_HOME names another folder."
      throw error
    }
    try Terminal().report(["signed in"]) {
      try settings.print(SignIn(credentials), at: server, as: common)
    }
  }

  private func askedIdentifier(beside source: SecretSource) throws -> String {
    if let identifier { return identifier }
    guard case .prompt = source else { throw ValidationError("give --identifier") }
    guard let line = try Terminal().ask("Identifier: "), !line.isEmpty else {
      throw ValidationError("no identifier was given")
    }
    return line
  }
}
