import OpenMarketAPI

/// The errors that a form displays: those of touched fields, and after an attempt to submit all.
///
/// A pure state machine.
struct ListingFormErrors {
  private(set) var touched: Set<ListingField> = []
  private var showsAll = false
  /// The server's word about a field, until that is changed.
  private var refused: [ListingField: String] = [:]

  /// Begins, or begins anew.
  /// - Parameter refused: The faults that the server found in single fields.
  init(refused: [ListingField: String] = [:]) { self.refused = refused }

  /// Notes that the user has changed a field.
  mutating func touch(_ field: ListingField) {
    touched.insert(field)
    refused[field] = nil
  }

  /// Notes that the user has tried to submit.
  mutating func showAll() { showsAll = true }

  /// The errors to be displayed.
  /// - Parameter failures: All that is wrong now.
  /// - Returns: The error of each field that has one; all photos together have one.
  func displayed(
    _ failures: [ListingValidationError.Failure]
  ) -> [ListingField: ListingValidationError.Failure] {
    var displayed = [ListingField: ListingValidationError.Failure]()
    for (field, text) in refused { displayed[field] = .init(field, .refused, text) }
    for failure in failures {
      let field = failure.field.rawValue.hasPrefix("photos") ? .photos : failure.field
      guard showsAll || touched.contains(field), displayed[field] == nil else { continue }
      displayed[field] = failure
    }
    return displayed
  }
}
