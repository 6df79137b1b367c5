public import Foundation

/// A generator of photo-like pictures of any size for tests, with the same bytes for the same arguments everywhere.
///
/// ```swift
/// let photo = try SamplePhoto.jpeg(width: 640, height: 480, seed: 1)
/// ```
///
/// The pictures show a lit, textured background, shaded things with sharp edges, labels with writing, and a
/// sensor's noise. A seed shows the same scene at every size. A 640×480 JPEG takes about 20 ms.
public struct SamplePhoto: Sendable {
  /// A picture that cannot be made.
  package struct InvalidArgument: Error, Hashable, CustomStringConvertible {
    /// The reason of the failure, and the valid values.
    public var description: String
  }

  /// Returns a baseline JPEG with 4:2:0 subsampling.
  ///
  /// - Parameters:
  ///   - width: pixels, 1…16,384.
  ///   - height: pixels, 1…16,384.
  ///   - seed: chooses the scene.
  ///   - quality: 1…100 on libjpeg's scale.
  /// - Returns: the file.
  /// - Throws: An error for a size or quality out of range.
  public static func jpeg(width: Int, height: Int, seed: UInt64, quality: Int = 80) throws -> Data {
    guard (1...16_384).contains(width), (1...16_384).contains(height) else {
      throw InvalidArgument(description: "\(width)×\(height) pixels: use 1…16,384 in each direction")
    }
    guard (1...100).contains(quality) else {
      throw InvalidArgument(description: "quality \(quality): use 1…100")
    }
    let pixels = PhotoScene.render(seed: seed, width: width, height: height)
    return Data(JPEGEncoder.encode(pixels, quality: quality))
  }

  private init() {}
}
