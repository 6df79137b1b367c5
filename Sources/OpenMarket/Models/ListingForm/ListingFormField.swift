public import Observation

/// One text of a ``ListingFormModel``, as it is typed.
@MainActor @Observable
public final class ListingFormField {
  /// The text.
  public var text = "" {
    didSet { if text != oldValue { changed?() } }
  }
  /// The fault of the text in one sentence, once somebody has touched it or tried to submit the form.
  public private(set) var error: String?
  @ObservationIgnored private var changed: (() -> Void)?

  init() {}

  /// Calls `changed` at every keystroke.
  func onChange(_ changed: @escaping () -> Void) { self.changed = changed }

  /// Puts a text in as if nobody had touched the field.
  func restore(_ text: String) {
    let changed = changed
    self.changed = nil
    if self.text != text { self.text = text }
    self.changed = changed
  }

  func show(_ error: String?) {
    if self.error != error { self.error = error }
  }
}
