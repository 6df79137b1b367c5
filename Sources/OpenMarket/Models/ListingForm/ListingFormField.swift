public import Observation
public import OpenMarketAPI

/// One text of a ``ListingFormModel``, as it is typed.
@MainActor @Observable
public final class ListingFormField {
  /// The text.
  public var text = "" {
    didSet { if text != oldValue { changed?(text) } }
  }
  /// The error of the text, once the user has touched it or tried to submit the form: the broken rule, for a text of your
  /// own, and a sentence in English. Of the rule `refused`, the sentence is the server's.
  public private(set) var error: ListingValidationError.Failure?
  @ObservationIgnored private var changed: ((String) -> Void)?

  init() {}

  /// Calls `changed` with the text whenever that is another.
  func onChange(_ changed: @escaping (String) -> Void) { self.changed = changed }

  /// Displays a text and its error, each only when it is another.
  func show(_ text: String, _ error: ListingValidationError.Failure?) {
    if self.text != text { self.text = text }
    if self.error != error { self.error = error }
  }
}
