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
    private let fields: ListingJSON
    private let photos: [CheckedPhoto]
    private let boundary = MultipartBoundary.random()

    /// Makes the call.
    /// - Parameters:
    ///   - listing: What is listed. Its texts are sent in composed form (NFC).
    ///   - photos: 1 to 5 photos, the first of which becomes the thumbnail. Files are read now.
    ///   - photoBudget: The most bytes that all photos together may have; `nil` for no limit but that of
    ///     each.
    ///   - credentials: Who lists it.
    /// - Throws: ``ListingValidationError`` with all broken rules.
    package init(
      _ listing: NewListing, photos: [PhotoUpload], photoBudget: Int? = nil, as credentials: VendorCredentials
    ) throws(ListingValidationError) {
      self.photos = try listing.validated(photos: photos, photoBudget: photoBudget)
      self.fields = ListingJSON(ProductChanges(listing), secret: credentials.secret)
      self.credentials = credentials
    }

    /// Makes the call with photos that were checked before, and stay as they are until it has ended.
    init(
      _ listing: NewListing, loaded photos: [CheckedPhoto], as credentials: VendorCredentials
    ) throws(ListingValidationError) {
      try listing.validateFields(photoCount: photos.count)
      self.photos = photos
      self.fields = ListingJSON(ProductChanges(listing), secret: credentials.secret)
      self.credentials = credentials
    }

    /// The vendor's identifier and the form's type.
    package var headers: HTTPFields {
      var fields = credentials.fields
      fields[.contentType] = boundary.contentType
      return fields
    }

    /// The form: `params` and one `images` for each photo.
    package func makeBody() throws -> RequestBody {
      var form = MultipartForm(boundary: boundary)
      form.parts.append(
        .init(name: "params", contentType: "application/json", content: .data(fields.json())))
      for photo in photos {
        form.parts.append(
          .init(
            name: "images", fileName: photo.fileName, contentType: photo.format.contentType,
            content: photo.content))
      }
      return try form.body()
    }
  }
}
