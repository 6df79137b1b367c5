public import Observation

/// One text of a ``ListingFormModel``, as it is typed.
@MainActor @Observable
public final class ListingFormField {
  /// The text.
  public var text = ""
  /// What is wrong with it, in one sentence, once somebody has touched it or tried to submit the form.
  public private(set) var error: String?

  init() {}
}
