import Foundation
import HTTPTypes

/// The names whose values are secret, in queries, forms and JSON.
///
/// Header fields need no such list: theirs are secret unless logs show them.
enum SecretNames {
  /// Whether the value of what is called `name` is secret.
  static func contains(_ name: String) -> Bool {
    let plain = name.lowercased().filter { $0 != "-" && $0 != "_" }
    return words.contains(plain) || parts.contains { plain.contains($0) }
  }

  private static let words: Set<String> = [
    "auth", "identifier", "key", "keypairid", "otp", "pin", "policy", "session", "sid", "sig", "cookie",
  ]
  private static let parts = [
    "secret", "password", "passwd", "passphrase", "token", "signature", "credential", "authorization",
    "apikey",
    "accesskey", "privatekey", "sessionid",
  ]
}
