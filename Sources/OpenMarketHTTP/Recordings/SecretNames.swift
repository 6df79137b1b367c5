import Foundation
import HTTPTypes

/// The names whose values are secret, in queries, forms and JSON.
///
/// Header fields need no such list: theirs are secret unless logs show them.
enum SecretNames {
  static func contains(_ name: String) -> Bool {
    // By bytes, as this is asked of every name in JSON; beyond ASCII there are letters that are small ones of it.
    let small = name.utf8.allSatisfy { $0 < 0x80 } ? name : name.lowercased()
    let plain = small.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
      .map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    return words.contains(plain) || parts.contains { plain.contains($0) }
  }

  private static let words: Set<[UInt8]> = Set(
    [
      "auth", "identifier", "key", "keypairid", "otp", "pin", "policy", "session", "sid", "sig", "cookie",
    ].map { Array($0.utf8) })
  private static let parts: [[UInt8]] = [
    "secret", "password", "passwd", "passphrase", "token", "signature", "credential", "authorization",
    "apikey",
    "accesskey", "privatekey", "sessionid",
  ].map { Array($0.utf8) }
}

extension [UInt8] {
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard let first = part.first, count >= part.count else { return part.isEmpty }
    return (0...count - part.count).contains { self[$0] == first && self[$0...].starts(with: part) }
  }
}
