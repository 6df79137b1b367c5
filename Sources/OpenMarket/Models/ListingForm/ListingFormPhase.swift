extension ListingFormModel {
  /// The phase of a form.
  public enum Phase: Sendable, Equatable {
    /// The draft, or the listing to be edited, is being read.
    case loading
    /// The form can be filled in.
    case editing
    /// The listing is being enqueued.
    case submitting
    /// The listing is saved on this device and pending.
    case submitted(Listing)
    /// The listing to be edited could not be read.
    case failed(LoadFailure)
  }
}
