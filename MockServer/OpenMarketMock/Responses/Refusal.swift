import HTTPTypes

/// Why a request is not carried out: becomes the contract's error body (section 3.5).
struct Refusal: Error {
  var status: HTTPResponse.Status
  /// For the developer at the other end: what is wrong and what would be right.
  var message: String
  var fields: HTTPFields = [:]

  init(_ status: HTTPResponse.Status, _ message: String, fields: HTTPFields = [:]) {
    self.status = status
    self.message = message
    self.fields = fields
  }

  static func badRequest(_ message: String) -> Refusal { Refusal(.badRequest, message) }
  static func notFound(_ message: String) -> Refusal { Refusal(.notFound, message) }
}
