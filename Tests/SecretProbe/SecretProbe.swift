import Foundation
import OpenMarket
import OpenMarketHTTP

/// Has everything in its hands that knows a secret, prints all of it in every way, and crashes: `secret-probe
/// CREDENTIALS-FOLDER STORE-FOLDER SERVER`.
@main
enum SecretProbe {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let server = URL(string: arguments[3]) else { exit(64) }
    let signIns = FileCredentialsStore(folder: URL(filePath: arguments[1]))
    guard let signIn = try signIns.signIn(for: server) else { exit(66) }
    let market = try Marketplace(server: server, folder: URL(filePath: arguments[2])) {
      $0.credentials = try signIns.storedCredentials(for: server)
      $0.outbox.startsByItself = false
    }
    let edit = try Endpoints.EditProduct(1, ProductChanges(stock: 0), as: signIn.credentials)
    let record = (signIns, signIn, signIn.credentials, market, market.client, market.configuration, edit)
    for text in ["\(record)", String(reflecting: record), String(describing: Mirror(reflecting: record))] {
      print(text)
    }
    dump(record)
    // The secret is in use at this moment, and so in registers and on the stack's way to the heap.
    crash(with: signIn.credentials.secret, showing: "\(record)")
  }

  @inline(never)
  static func crash(with secret: Secret, showing text: String) -> Never {
    withExtendedLifetime(secret.reveal()) { fatalError(text) }
  }
}
