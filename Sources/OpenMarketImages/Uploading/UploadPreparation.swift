public import Foundation

/// The preparation of photos for upload: upright, in sRGB, without metadata, in the best quality below a byte budget.
public struct UploadPreparation: Sendable {
  /// The exclusive limit for the file, in bytes.
  package var byteBudget: Int
  /// Limits for the photo that comes in, and what ends the work early.
  package var options = DecodingOptions.ownPhoto

  /// The maximum length of a side, in pixels.
  private static let maximumSide = 2_048
  /// The best JPEG quality that is tried, and the least: below it the picture is made smaller instead.
  static let (bestQuality, leastQuality) = (92, 70)
  private let decoder = SystemImageDecoder()

  /// Makes a preparation.
  /// - Parameter byteBudget: The exclusive limit for the file, in bytes.
  public init(byteBudget: Int = 300_000) { self.byteBudget = byteBudget }

  /// Prepares one photo.
  ///
  /// A JPEG file in sRGB that already fits loses its metadata and nothing else. Any other photo, such as one in
  /// Display P3, or in arithmetic coding, which browsers do not read, is decoded once at no more than 2,048 pixels a
  /// side and encoded with the highest quality that fits, found by bisection in about five encodings; when even the
  /// lowest quality does not fit, it is scaled down. It is never enlarged.
  ///
  /// - Parameter photo: A file of any format that can be decoded.
  /// - Returns: A JPEG file.
  /// - Throws: ``ImageError``: what decoding throws, and ``ImageError/Code/invalidInput`` when nothing fits
  ///   the budget.
  public func prepare(_ photo: Data) throws(ImageError) -> Data { try prepared(photo).jpeg }

  /// The same, with what is known of the file.
  package func prepared(_ photo: Data) throws(ImageError) -> PreparedPhoto {
    guard byteBudget > 0 else {
      throw ImageError(.invalidInput, "the settings of the upload preparation are out of range")
    }
    let info = try decoder.inspect(photo)
    if let stripped = try stripped(photo, info: info) { return stripped }
    let whole = try decoder.decode(photo, target: .pixels(Self.maximumSide), options: options)
    var image = whole
    while true {
      let search = try bestFit(image)
      if let fitting = search.fitting { return fitting }
      let longest = max(image.width, image.height)
      // Bytes grow a little slower than pixels do.
      let scale = min(0.9, (Double(byteBudget) / Double(search.smallest)).squareRoot())
      let side = Int(Double(longest) * scale)
      guard side >= 1 else {
        throw ImageError(.invalidInput, "no JPEG file is shorter than \(byteBudget) bytes; raise the budget")
      }
      // Made of the whole each time: several reductions in a row blur.
      image = try whole.resized(to: .pixels(side), options)
    }
  }

  /// The best quality that fits, and the bytes at the least quality when none does.
  private func bestFit(_ image: DecodedImage) throws(ImageError) -> (fitting: PreparedPhoto?, smallest: Int) {
    func encode(_ quality: Int) throws(ImageError) -> PreparedPhoto {
      if options.isCancelled() { throw ImageError(.cancelled, "preparing the photo was cancelled") }
      let jpeg = try image.encoded(as: .jpeg(quality: quality))
      return PreparedPhoto(jpeg: jpeg, size: image.size, quality: quality)
    }
    let least = try encode(Self.leastQuality)
    guard least.jpeg.count < byteBudget else { return (nil, least.jpeg.count) }
    var fitting = least
    var tooGood = Self.bestQuality + 1
    while let quality = fitting.quality, tooGood - quality > 1 {
      let middle = try encode((quality + tooGood) / 2)
      if middle.jpeg.count < byteBudget { fitting = middle } else { tooGood = (quality + tooGood) / 2 }
    }
    return (fitting, least.jpeg.count)
  }

  /// The file itself without its metadata, when that is all there is to do.
  private func stripped(_ photo: Data, info: ImageInfo) throws(ImageError) -> PreparedPhoto? {
    guard info.format == .jpeg, info.orientation == .up,
      max(info.size.width, info.size.height) <= Self.maximumSide,
      !JPEGMetadata.hasOtherColors(photo, limit: options.profileBytes),
      let jpeg = JPEGMetadata.removed(from: photo), jpeg.count < byteBudget
    else { return nil }
    // What is passed on as it is must be whole.
    _ = try decoder.decode(jpeg, target: .pixels(16).fast, options: options)
    return PreparedPhoto(jpeg: jpeg, size: info.size, quality: nil)
  }
}
