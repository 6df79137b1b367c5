import Foundation
package import HTTPTypes
package import OpenMarketHTTP

extension Endpoints {
  /// Lists a new product with its photos: `POST /api/products`.
  package struct SellProduct: PostRequest {
    /// The product as the server keeps it.
    package typealias Response = Product

    package static let template = "/api/products"

    private let credentials: VendorCredentials
    private let listing: NewListing
    private let photos: [CheckedPhoto]
    private let boundary = MultipartBoundary.random()

    /// Makes the call; photos' files are read now, and texts are sent in composed form (NFC).
    /// - Throws: ``ListingValidationError`` with all broken rules.
    package init(
      _ listing: NewListing, photos: [PhotoUpload], photoBudget: Int? = nil, as credentials: VendorCredentials
    ) throws(ListingValidationError) {
      self.photos = try listing.validated(photos: photos, photoBudget: photoBudget)
      (self.listing, self.credentials) = (listing, credentials)
    }

    /// Makes the call with photos that were checked before.
    init(
      _ listing: NewListing, loaded photos: [CheckedPhoto], as credentials: VendorCredentials
    ) throws(ListingValidationError) {
      try listing.validateFields(photoCount: photos.count)
      (self.listing, self.photos, self.credentials) = (listing, photos, credentials)
    }

    /// The vendor's identifier and the form's type.
    package var headers: HTTPFields {
      var fields = credentials.fields
      fields[.contentType] = boundary.contentType
      return fields
    }

    /// The form: `params` and one `images` for each photo.
    package func makeBody() throws -> RequestBody {
      let fields = ProductChanges(listing).json(secret: credentials.secret)
      var form = MultipartForm(boundary: boundary)
      form.parts.append(.init(name: "params", contentType: "application/json", data: fields))
      for photo in photos {
        form.parts.append(
          .init(
            name: "images", fileName: photo.fileName, contentType: photo.format.contentType,
            data: photo.data))
      }
      return try form.body()
    }
  }
}
