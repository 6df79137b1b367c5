import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketPacing

/// A request to change something, with its body read: everything that can be done outside the market's
/// lock is done here.
struct Write: Sendable {
  /// The kinds of writes.
  ///
  /// Bodies are results, because an unknown identifier or product comes before a malformed body in the
  /// order of checks.
  enum Kind: Sendable {
    case create(Result<CreateForm, Refusal>)
    case edit(product: String, Result<JSONValue, Refusal>)
    case archive(product: String, Result<JSONValue, Refusal>)
    case delete(key: String)
  }

  var kind: Kind
  var identifier: String?
  /// The `Idempotency-Key`, unchecked.
  var key: String?
  var fingerprint: IdempotencyRecords.Fingerprint
  var links: ImageLinks
  /// The request's number in the log.
  var request = 0
  /// The response that a fault puts in place of the real one, if the request is executed.
  var replacement: MockResponse?
  /// Until when the request counts as running.
  var runsUntil: Moment

  /// Reads `request`; `nil` when it is not a write.
  init?(_ request: MockRequest, route: Route, target: RequestTarget, links: ImageLinks) {
    let method = request.head.method
    let digest: ContentHash?
    switch (route, method) {
    case (.products, .post):
      let form = Self.body(of: request) { () throws(Refusal) in try CreateForm(request) }
      kind = .create(form)
      digest = try? form.get().digest
    case (.product(let id), .patch):
      let json = Self.json(of: request)
      kind = .edit(product: id, json)
      digest = Self.digest(of: json)
    case (.archived(let id), .post):
      let json = Self.json(of: request)
      kind = .archive(product: id, json)
      digest = Self.digest(of: json)
    case (.product(let key), .delete):
      kind = .delete(key: key)
      digest = nil
    default: return nil
    }
    identifier = request.head.headerFields[.identifier]
    key = request.head.headerFields[.idempotencyKey]
    fingerprint = IdempotencyRecords.Fingerprint(
      method: method, path: target.path, body: digest ?? ContentHash(request.body))
    self.links = links
    runsUntil = .zero
  }

  private static func json(of request: MockRequest) -> Result<JSONValue, Refusal> {
    body(of: request) { () throws(Refusal) in try JSONValue(parsing: request.body, as: "The body") }
  }

  private static func body<Value>(
    of request: MockRequest, read: () throws(Refusal) -> Value
  ) -> Result<Value, Refusal> {
    if request.bodyExceedsLimit || request.body.count > MarketplaceMock.bodyLimit {
      return .failure(
        Refusal(.contentTooLarge, "The body is longer than \(MarketplaceMock.bodyLimit) bytes."))
    }
    return Result(catching: read)
  }

  private static func digest(of json: Result<JSONValue, Refusal>) -> ContentHash? {
    (try? json.get()).map { ContentHash(Data($0.text.utf8)) }
  }
}
