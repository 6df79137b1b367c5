/// How to decode, beside the target.
public struct DecodingOptions: Sendable {
  /// The treatment of a file that is cut off or damaged within its pixels.
  public enum PartialImages: Sendable, Hashable {
    /// The decoded part is an image with ``DecodedImage/isPartial`` set.
    case accept
    /// An error, ``ImageError/Code/truncated`` or ``ImageError/Code/damaged``.
    case refuse
  }

  /// The permitted cost of decoding.
  public var limits: DecodingLimits
  /// The treatment of a file that is cut off or damaged; accepted by default.
  public var partialImages: PartialImages
  /// Asked about every millisecond; when it returns `true`, decoding ends with ``ImageError/Code/cancelled``.
  ///
  /// By default whether the current task is cancelled.
  package var isCancelled: @Sendable () -> Bool

  /// Makes options; all have defaults.
  public init(limits: DecodingLimits = DecodingLimits(), partialImages: PartialImages = .accept) {
    self.init(limits: limits, partialImages: partialImages, isCancelled: { Task.isCancelled })
  }

  /// Makes options.
  package init(
    limits: DecodingLimits = .standard, partialImages: PartialImages = .accept,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.limits = limits
    self.partialImages = partialImages
    self.isCancelled = isCancelled
  }
}
