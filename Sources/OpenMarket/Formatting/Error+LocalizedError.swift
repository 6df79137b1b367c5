package import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketStore

#if Images
  import OpenMarketImages
#endif

/// An error of this library, whose localized description is its ``Swift/Error/koreanText``.
///
/// Alerts, and code that takes any error, display that. Reports of crashes have the description for developers, and tell the
/// codes apart by a number.
package protocol UserFacingError: LocalizedError, CustomNSError {}

extension UserFacingError {
  /// The text for the user.
  public var errorDescription: String? { koreanText }

  /// The text for the user, which Foundation takes from here where this is given, and the description for developers.
  public var errorUserInfo: [String: Any] {
    [NSLocalizedDescriptionKey: koreanText, NSDebugDescriptionErrorKey: "\(self)"]
  }

  /// A number of the code's own, the same in every version; 1 for an error without a code.
  public var errorCode: Int {
    guard let code = (self as? any CodedError)?.code.rawValue else { return 1 }
    return Int(code.utf8.reduce(5381 as UInt32) { $0 &* 33 &+ UInt32($1) } & 0x7FFF_FFFF)
  }
}

extension HTTPError: UserFacingError {}
extension StoreError: UserFacingError {}
extension SubmissionFailure: UserFacingError {}
extension ListingValidationError: UserFacingError {}
extension ListingValidationError.Failure: UserFacingError {}
extension CredentialsError: UserFacingError {}
#if Images
  extension ImageError: UserFacingError {}
#endif
