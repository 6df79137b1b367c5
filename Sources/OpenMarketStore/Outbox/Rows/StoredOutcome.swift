import Foundation
import OpenMarketAPI

/// `submission.outcome`: what belongs to the state, as JSON.
struct StoredOutcome: Codable {
  var failure: StoredFailure?
  var conflicts: [StoredConflict]?
  var question: StoredQuestion?
  var product: OutcomeProduct?

  init(
    failure: SubmissionFailure? = nil, conflicts: [FieldConflict]? = nil, question: StoredQuestion? = nil,
    product: OutcomeProduct? = nil
  ) {
    self.failure = failure.map(StoredFailure.init)
    self.conflicts = conflicts?.map(StoredConflict.init)
    (self.question, self.product) = (question, product)
  }

  func encoded() throws -> Data { try JSONEncoder().encode(self) }

  /// - Returns: An empty outcome for `data` that is none.
  static func decoding(_ data: Data?) -> StoredOutcome {
    data.flatMap { try? JSONDecoder().decode(StoredOutcome.self, from: $0) } ?? StoredOutcome()
  }
}

/// A ``SubmissionFailure``.
struct StoredFailure: Codable {
  var code: String
  var message: String
  var status: Int?
  var fields: [String: String]

  init(_ failure: SubmissionFailure) {
    (code, message, status, fields) = (failure.code.rawValue, failure.message, failure.status, failure.fields)
  }

  var failure: SubmissionFailure {
    SubmissionFailure(SubmissionFailure.Code(rawValue: code), message, status: status, fields: fields)
  }
}

/// A ``FieldConflict``.
struct StoredConflict: Codable {
  var field: String
  var base: Decimal
  var mine: Decimal
  var theirs: Decimal

  init(_ conflict: FieldConflict) {
    (field, base, mine, theirs) = (conflict.field.rawValue, conflict.base, conflict.mine, conflict.theirs)
  }

  var conflict: FieldConflict {
    FieldConflict(ListingField(rawValue: field), base: base, mine: mine, theirs: theirs)
  }
}

/// The payload of ``Submission/State/question(_:candidates:)``.
struct StoredQuestion: Codable {
  var failure: StoredFailure
  var candidates: [OutcomeProduct]

  init(_ failure: SubmissionFailure, candidates: [Product] = []) {
    self.failure = StoredFailure(failure)
    self.candidates = candidates.map(OutcomeProduct.init)
  }

  var state: Submission.State { .question(failure.failure, candidates: candidates.map(\.product)) }
}

/// A product as the server returned it for a write; the names of its fields are those of files that are out there.
struct OutcomeProduct: Codable {
  struct Image: Codable {
    var id: Int64
    var url: URL
    var thumbnailURL: URL?
    var issuedAt: Date?
  }

  var id: Int64
  var vendorID: Int64
  var vendorName: String?
  var name: String
  var description: String?
  var thumbnail: URL?
  var currency: String?
  var price: String
  var bargainPrice: String
  var discountedPrice: String
  var stock: Int
  var createdAt: Date?
  var issuedAt: Date?
  var images: [Image]?
  var vendor: String?

  init(_ product: Product) {
    id = product.id.rawValue
    vendorID = product.vendorID.rawValue
    vendorName = product.vendorName
    name = product.name
    description = product.description
    thumbnail = product.thumbnail
    currency = product.currency?.rawValue
    price = product.price.description
    bargainPrice = product.salePrice.description
    discountedPrice = product.discount.description
    stock = product.stock
    createdAt = product.createdAt
    issuedAt = product.updatedAt
    images = product.images?.map {
      Image(id: $0.id.rawValue, url: $0.url, thumbnailURL: $0.thumbnailURL, issuedAt: $0.uploadedAt)
    }
    vendor = product.vendor?.name
  }

  var product: Product {
    Product(
      id: Product.ID(rawValue: id), vendorID: Vendor.ID(rawValue: vendorID), vendorName: vendorName,
      name: name, description: description, thumbnail: thumbnail,
      currency: currency.map(Currency.init(rawValue:)), price: Decimal(string: price) ?? 0,
      salePrice: Decimal(string: bargainPrice), discount: Decimal(string: discountedPrice) ?? 0,
      stock: stock, createdAt: createdAt, updatedAt: issuedAt,
      images: images?.map {
        ProductImage(
          id: ProductImage.ID(rawValue: $0.id), url: $0.url, thumbnailURL: $0.thumbnailURL,
          uploadedAt: $0.issuedAt)
      }, vendor: vendor.map { Vendor(id: Vendor.ID(rawValue: vendorID), name: $0) })
  }
}
