public import Foundation

/// A photo of a ``ListingFormModel``.
public struct ListingFormPhoto: Sendable, Hashable, Identifiable {
  /// Its identity in the form.
  public let id: Int
  /// Where it can be loaded from: a file of this device, or an address of the server in an edit.
  public let url: URL
  /// Whether its file is gone or damaged: remove it and add it again.
  public internal(set) var isMissing = false
}
