import Foundation
import OpenMarketAPI

/// A photo as it goes to the server, and the name it goes by.
struct PreparedUpload: Sendable {
  var data: Data
  var fileName: String
}

/// What came of the photos of a draft: each one fit for upload, or what is wrong with it.
struct PreparedUploads: Sendable {
  var photos: [PreparedUpload] = []
  var failures: [DraftValidationError.Failure] = []
}
