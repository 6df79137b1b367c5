import Foundation
import OpenMarketMock

/// Leaves secrets out of what the console displays of bodies: those of the market's vendors, and whatever stands under
/// the key `secret`.
struct SecretFilter: Sendable {
  private let known: [String]

  init(_ vendors: [MarketplaceMock.Vendor]) {
    known = vendors.flatMap { [$0.secret, $0.identifier] }.filter { !$0.isEmpty }
  }

  /// `text` with `‹redacted›` in the place of each secret, also of one that is cut off.
  func applied(to text: String) -> String {
    guard text.contains("secret") || known.contains(where: text.contains) else { return text }
    let named = text.replacing(/("secret"\s*:\s*")(?:[^"\\]|\\.)*/) { $0.output.1 + "‹redacted›" }
    return known.reduce(named) { $0.replacing($1, with: "‹redacted›") }
  }
}
