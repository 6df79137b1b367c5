import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketPacing

/// Writing, in the contract's order of checks: 401, the idempotency key, 404, the body's syntax, 403, rules.
extension MarketState {
  /// Carries out `write`, or says why not.
  mutating func perform(_ write: Write, now: Date, instant: Moment) -> MockResponse {
    do throws(Refusal) {
      let vendor = try authenticate(write.identifier)
      guard honoursIdempotencyKeys, let key = write.key else {
        let response = try execute(write, by: vendor, now: now)
        return write.replacement ?? response
      }
      try Self.checkSyntax(ofKey: key)
      let scope = IdempotencyRecords.Scope(identifier: vendor.identifier, key: key)
      switch keys.verdict(scope, write.fingerprint, now: now, instant: instant) {
      case .replay(var response):
        response.head.headerFields[.idempotentReplayed] = "true"
        return response
      case .running:
        throw Refusal(
          .conflict, "The first request with this Idempotency-Key is still running.",
          fields: [.retryAfter: "1"])
      case .mismatch:
        throw Refusal(
          .unprocessableContent,
          "This Idempotency-Key was used with another method, path or body; use a new one.")
      case .fresh:
        let response = try execute(write, by: vendor, now: now)
        let final = write.replacement ?? response
        keys.store(final, for: scope, write.fingerprint, runsUntil: write.runsUntil, now: now)
        return final
      }
    } catch {
      return .error(error)
    }
  }

  private func authenticate(_ identifier: String?) throws(Refusal) -> MarketplaceMock.Vendor {
    guard let identifier else { throw Refusal(.unauthorized, "The field identifier is missing.") }
    guard let vendor = vendors[identifier] else {
      throw Refusal(.unauthorized, "No vendor has this identifier.")
    }
    return vendor
  }

  private static func checkSyntax(ofKey key: String) throws(Refusal) {
    guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .badRequest("Idempotency-Key must have 1 to 255 visible ASCII characters.")
    }
  }

  private mutating func execute(
    _ write: Write, by vendor: MarketplaceMock.Vendor, now: Date
  ) throws(Refusal) -> MockResponse {
    let context = EffectContext(vendor: vendor, key: write.key, request: write.request, now: now)
    switch write.kind {
    case .create(let form): return detail(try create(try form.get(), context), .created, write.links)
    case .edit(let id, let body): return detail(try edit(id, body, context), .accepted, write.links)
    case .archive(let id, let body): return .text("/api/products/" + (try archive(id, body, vendor)))
    case .delete(let key): return detail(try delete(key, context), .ok, write.links)
    }
  }

  private func detail(
    _ record: ProductRecord, _ status: HTTPResponse.Status, _ links: ImageLinks
  ) -> MockResponse {
    var json = JSONBytes(capacity: 2048)
    json.detail(of: record, links: links)
    return .json(status, json)
  }
}

/// The author and the time of a change.
struct EffectContext {
  var vendor: MarketplaceMock.Vendor
  var key: String?
  var request: Int
  var now: Date
  var today: CivilDay { CivilDay(now) }
}

extension HTTPField.Name {
  /// Says that a response is a stored one; a token, so the fallback is never taken.
  static let idempotentReplayed = HTTPField.Name("Idempotent-Replayed") ?? .idempotencyKey
}
