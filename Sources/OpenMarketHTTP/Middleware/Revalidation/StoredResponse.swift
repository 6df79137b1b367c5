package import Foundation
package import HTTPTypes

/// A response that is kept to be used again.
package struct StoredResponse: Sendable, Hashable {
  /// Status and fields.
  package var head: HTTPResponse
  /// The whole body, after content decoding.
  package var body: Data
  /// When it was received or last confirmed by the server.
  package var date: Date
  /// The request's fields that the response depends on: those that `Vary` names.
  ///
  /// Only a request with the same ones may be served by it.
  package var selectingFields: HTTPFields

  package init(head: HTTPResponse, body: Data, date: Date, selectingFields: HTTPFields = [:]) {
    self.head = head
    self.body = body
    self.date = date
    self.selectingFields = selectingFields
  }

  /// About what the entry takes in memory, in bytes.
  package var byteCount: Int {
    (head.headerFields + selectingFields).reduce(body.count + 256) {
      $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 64
    }
  }
}

/// Keeps responses between calls, by address.
///
/// An implementation may forget anything at any time. Errors are its own business: an entry that cannot be
/// read or written is one that is not there.
package protocol RevalidationStore: Sendable {
  func response(for url: String) async -> StoredResponse?

  /// Keeps `response` for `url` in place of an earlier one.
  func store(_ response: StoredResponse, for url: String) async

  func removeResponse(for url: String) async
}
