public import Observation
public import OpenMarketAPI

/// One text of a ``ListingFormModel``, as it is typed.
@MainActor @Observable
public final class ListingFormField {
  /// The text.
  public var text = "" {
    didSet { if text != oldValue { changed?() } }
  }
  /// The error of the text, once the user has touched it or tried to submit the form: the broken rule, for a text of your
  /// own, and a sentence in English. Of the rule `refused`, which no other error has, the sentence is the server's.
  public private(set) var error: ListingValidationError.Failure?
  @ObservationIgnored private var changed: (() -> Void)?

  init() {}

  /// Calls `changed` at every keystroke.
  func onChange(_ changed: @escaping () -> Void) { self.changed = changed }

  /// Sets the text without marking the field as touched.
  func restore(_ text: String) {
    let changed = changed
    self.changed = nil
    if self.text != text { self.text = text }
    self.changed = changed
  }

  func show(_ error: ListingValidationError.Failure?) {
    if self.error != error { self.error = error }
  }
}
