import Foundation
import OpenMarket

extension Shop {
  /// Lists a product, also without a network. It is safe on this device when this returns.
  func sell(_ name: String, price: Decimal, photo: Data) async throws -> Listing {
    let draft = NewListing(name: name, description: "두 번 사용한 깨끗한 물건입니다.", price: price)
    return try await market.sell(draft, photos: [PhotoUpload(photo)])
  }

  /// The lines to show beside the fields of a form that ``sell(_:price:photo:)`` has thrown `error` for.
  func mistakes(_ error: any Error) -> [String] {
    let invalid = error as? ListingValidationError
    return invalid?.failures.map { $0.koreanText } ?? [error.koreanText]
  }

  /// The listings that the server has refused, and why.
  func refused() async throws -> [(id: Submission.ID, reason: String)] {
    try await market.submissions.list().compactMap { submission in
      guard case .refused(let failure) = submission.state else { return nil }
      return (submission.id, failure.koreanText)
    }
  }

  /// Sends a refused listing again with another price.
  func correct(_ id: Submission.ID, price: Decimal) async throws {
    try await market.submissions.resubmit(id, edited: ProductChanges(price: price))
  }
}
