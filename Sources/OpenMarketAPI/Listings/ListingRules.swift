package import Foundation

/// The limits of listings that every kind of server accepts.
///
/// Listings and changes are checked against them before anything is sent.
package enum ListingRules {
  /// Length of a name: the minimum in visible characters, the maximum in UTF-16 units.
  package static let nameLength = 3...100
  /// Length of a description: the minimum in visible characters, the maximum in UTF-16 units.
  package static let descriptionLength = 10...1_000
  package static let maximumPrice = Decimal(9_000_000_000_000_000 as Int64)
  package static let maximumStock = 2_147_483_647
  package static let photoCount = 1...5
  /// The size of the largest photo, in bytes: less than 300,000, the smaller of the two readings of
  /// "300 KB".
  static let maximumPhotoBytes = 299_999
}
