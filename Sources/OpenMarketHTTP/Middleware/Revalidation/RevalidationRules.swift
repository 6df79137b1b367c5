package import Foundation
package import HTTPTypes

/// The rules of a private cache (RFC 9111), as far as this client goes: GET only, one variant for each address, no
/// guessed freshness.
///
/// Decides; stores and sends nothing.
package struct RevalidationRules: Sendable {
  /// The fields that say who sends a request: no response to it is kept.
  private let credentialHeaders: Set<HTTPField.Name>

  package init(credentialHeaders: Set<HTTPField.Name>) { self.credentialHeaders = credentialHeaders }

  /// Whether the store may be involved at all.
  ///
  /// Callers with conditions of their own want the bare response.
  func concern(_ request: TransportRequest) -> Bool {
    let fields = request.head.headerFields
    return request.head.method == .get && request.destination == .memory && request.cachePolicy != .bypass
      && !fields.hasConditions && !fields.contains(.cacheControl)
      && !fields.contains { credentialHeaders.contains($0.name) }
  }

  /// Whether `stored` is a response to `request`, be it old.
  package func matches(_ stored: StoredResponse, _ request: HTTPRequest) -> Bool {
    let names = selectingNames(vary: stored.head.headerFields) ?? []
    return names.allSatisfy { stored.selectingFields[$0] == request.headerFields[$0] }
  }

  /// Whether `stored` may be used at `date` without asking the server.
  func isFresh(_ stored: StoredResponse, at date: Date) -> Bool {
    let fields = stored.head.headerFields
    let control = CacheControl(fields)
    guard let maxAge = control.maxAge, !control.noCache else { return false }
    let age = date.timeIntervalSince(stored.date)
    return age >= 0 && age + Double(fields.ageOnArrival) < Double(maxAge)  // A clock set back makes it stale.
  }

  /// `request` with the conditions that let the server respond with 304 when `stored` is still right.
  package func conditional(_ request: HTTPRequest, on stored: StoredResponse) -> HTTPRequest {
    var request = request
    let fields = stored.head.headerFields
    if let tag = fields[.eTag] {
      request.headerFields[.ifNoneMatch] = tag
    } else if let date = fields[.lastModified] {
      request.headerFields[.ifModifiedSince] = date
    }
    return request
  }

  /// `stored` after the server has confirmed it with the 304 `head`; `nil` when that 304 means another response.
  func confirmed(_ stored: StoredResponse, by head: HTTPResponse, at date: Date) -> StoredResponse? {
    if let tag = head.headerFields[.eTag], let own = stored.head.headerFields[.eTag], !sameTag(tag, own) {
      return nil
    }
    var stored = stored
    stored.date = date
    stored.head.headerFields[.age] = nil
    for field in head.headerFields where !Self.describesBody.contains(field.name) {
      stored.head.headerFields[field.name] = head.headerFields[field.name]
    }
    return stored
  }

  /// Returns the entry to store for the response to `request`; `nil` when it must not be stored or could never be
  /// used again.
  package func entry(
    for response: TransportResponse, to request: HTTPRequest, at date: Date
  ) -> StoredResponse? {
    let fields = response.head.headerFields
    let control = CacheControl(fields)
    guard response.head.status == .ok, case .data(let body) = response.body, !control.noStore,
      fields.contains(.eTag) || fields.contains(.lastModified) || (control.maxAge ?? 0) > 0,
      let names = selectingNames(vary: fields)
    else { return nil }
    let selecting = request.headerFields.filter { names.contains($0.name) }
    return StoredResponse(
      head: response.head, body: body, date: date, selectingFields: HTTPFields(selecting))
  }

  /// The request fields that a response depends on; `nil` when `Vary` says that no request is like another.
  private func selectingNames(vary fields: HTTPFields) -> Set<HTTPField.Name>? {
    var names: Set<HTTPField.Name> = []
    for name in (fields[.vary] ?? "").split(whereSeparator: { $0 == "," || $0 == " " }) {
      guard name != "*" else { return nil }
      if let name = HTTPField.Name(String(name)) { names.insert(name) }
    }
    return names
  }

  /// The weak comparison (RFC 9110, section 8.8.3.2), which is the one for `If-None-Match`.
  private func sameTag(_ one: String, _ other: String) -> Bool {
    func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
    return opaque(one) == opaque(other)
  }

  /// Of a 304 these speak of its own empty body.
  private static let describesBody: Set<HTTPField.Name> = [
    .contentLength, .contentEncoding, .contentType, .contentRange, .transferEncoding,
  ]
}
