/// What decoding one file may cost; checked from the header, before any work, where the header says it.
public struct DecodingLimits: Sendable, Hashable {
  /// The pixels of the source; 50 million by default.
  public var pixels = 50_000_000
  /// The bytes that a codec may hold at a time; 64 MB by default.
  ///
  /// JPEG, PNG, WebP and GIF are read by rows and need a few hundred kilobytes. A progressive JPEG needs 3 bytes a
  /// pixel (6 when its colours are at full size): 64 MB are enough for 22 (11) megapixels. An interlaced PNG
  /// and a lossless WebP need 4, an interlaced GIF 1.
  public var codecMemory = 64_000_000
  /// The scans of a progressive JPEG; 100 by default, files of cameras and programs have about 10.
  public var scans = 100
  /// The length of the file in bytes; 20 MB by default.
  public var fileBytes = 20_000_000
  /// The frames of an animation, of which the first is decoded; 1,000 by default.
  public var frames = 1_000
  /// The bytes of one chunk of a PNG file beside its pixels, such as a colour profile; 8 MB by default.
  public var ancillaryChunkBytes = 8_000_000
  /// How long one call may take; 10 seconds by default.
  public var duration = Duration.seconds(10)

  /// Makes the default limits.
  public init() {}

  /// The defaults.
  public static let standard = DecodingLimits()
}
