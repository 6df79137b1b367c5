package import HTTPTypes

extension HTTPField.Name {
  /// `Idempotency-Key`: the server performs all requests that carry the same key once.
  package static let idempotencyKey = HTTPField.Name(constant: "Idempotency-Key")
  /// `identifier`: the vendor who sends the request.
  package static let identifier = HTTPField.Name(constant: "identifier")

  init(constant: StaticString) {
    guard let name = HTTPField.Name("\(constant)") else {
      preconditionFailure("not a field name: \(constant)")
    }
    self = name
  }
}
