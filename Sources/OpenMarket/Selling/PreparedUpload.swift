import Foundation
import OpenMarketAPI

/// A photo as it goes to the server, and the name it goes by.
struct PreparedUpload: Sendable {
  var data: Data
  var fileName: String
}

/// The result for each photo of a draft: one fit for upload, or the reason why it is not.
struct PreparedUploads: Sendable {
  var photos: [PreparedUpload] = []
  var failures: [ListingValidationError.Failure] = []
}
