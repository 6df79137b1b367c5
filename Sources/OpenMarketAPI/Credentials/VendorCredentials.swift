import HTTPTypes
public import OpenMarketHTTP

/// The identifier and the secret of a vendor.
///
/// Issued to a vendor outside the API; no request is ever sent to sign in.
///
/// Neither part is ever printed: descriptions, dumps, logs and errors show `‹secret›`.
public struct VendorCredentials: Sendable, Hashable {
  /// Names the vendor in the `identifier` field of every write.
  package let identifier: Secret
  /// Proves in the body of a write that it is the vendor's own.
  package let secret: Secret

  /// The most bytes of a secret: a file that was taken for one by mistake is mostly longer.
  private static let secretLimit = 1_024

  /// Makes credentials.
  /// - Parameters:
  ///   - identifier: 1 to 255 visible ASCII characters, because it travels in a header field.
  ///   - secret: 1 to 1,024 bytes of UTF-8; it is sent as it is.
  /// - Throws: `HTTPError` with `invalidInput`, which does not show the refused text.
  public init(identifier: String, secret: String) throws(HTTPError) {
    guard (1...255).contains(identifier.utf8.count),
      identifier.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw HTTPError(
        .invalidInput, "The vendor's identifier must be 1 to 255 visible ASCII characters without spaces.")
    }
    guard !secret.isEmpty else { throw HTTPError(.invalidInput, "The vendor's secret must not be empty.") }
    guard secret.utf8.count <= Self.secretLimit else {
      throw HTTPError(
        .invalidInput,
        "The vendor's secret must have at most \(Self.secretLimit) bytes, not \(secret.utf8.count).")
    }
    self.identifier = Secret(identifier)
    self.secret = Secret(secret)
  }

  /// The `identifier` field of a write, marked as not to be logged or indexed.
  var fields: HTTPFields {
    var field = HTTPField(name: .identifier, value: identifier.reveal())
    field.indexingStrategy = .disallow
    return HTTPFields([field])
  }

  /// ``fields`` for a write whose body is JSON.
  var jsonFields: HTTPFields {
    var fields = fields
    fields[.contentType] = "application/json"
    return fields
  }
}
