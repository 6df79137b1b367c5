import Foundation
package import OpenMarketHTTP

/// An account that is signed in to a market: the credentials, and the vendor once a write has told it.
package struct SignIn: Sendable, Hashable {
  package var credentials: VendorCredentials
  /// The vendor's number and name; `nil` until the first write, as no call of the API tells.
  package var vendor: Vendor?

  package init(_ credentials: VendorCredentials, vendor: Vendor? = nil) {
    (self.credentials, self.vendor) = (credentials, vendor)
  }

  /// The name of the account's folder on this device, which shows nothing of the identifier.
  package var digest: String { Self.digest(of: credentials.identifier) }

  /// Sixteen hexadecimal digits that tell accounts apart (FNV-1a, 64 bits).
  ///
  /// Short enough that the identifier, a UUID, cannot be derived from them.
  package static func digest(of identifier: Secret) -> String {
    let hash = identifier.reveal().utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension SignIn {
  /// How it is written down: the only place where a secret is encoded.
  struct Record: Codable {
    var identifier: String
    var secret: String
    var vendorID: Int64?
    var vendorName: String?

    init(_ signIn: SignIn) {
      identifier = signIn.credentials.identifier.reveal()
      secret = signIn.credentials.secret.reveal()
      vendorID = signIn.vendor?.id.rawValue
      vendorName = signIn.vendor?.name
    }

    func signIn() throws(HTTPError) -> SignIn {
      var vendor: Vendor?
      if let vendorID { vendor = Vendor(id: Vendor.ID(rawValue: vendorID), name: vendorName ?? "") }
      return SignIn(try VendorCredentials(identifier: identifier, secret: secret), vendor: vendor)
    }
  }
}
