/// Making a small image from a larger one of the same source, instead of reading the file again.
enum Derivation {
  /// Whether what is made for `larger` will most likely do for `target`, judged by the boxes.
  static func isLikely(of target: ImageTarget, from larger: ImageTarget) -> Bool {
    guard case .box(let box, let mode) = target.shape, larger.quality == .good || target.quality == .fast
    else { return false }
    switch larger.shape {
    case .original: return true
    case .box(_, .crop): return false
    case .box(_, .fit) where mode != .fit: return false
    case .box(let larger, _): return larger.width >= 2 * box.width && larger.height >= 2 * box.height
    }
  }

  /// The image for `target`, from one that was made for `larger`.
  ///
  /// - Returns: `nil` when the larger one has less than twice the pixels wanted on an axis, is cut, partial, or of
  ///   lower quality: the filter needs as much to work well.
  static func image(
    for target: ImageTarget, from image: DecodedImage, madeFor larger: ImageTarget
  ) -> DecodedImage? {
    guard larger.mode != .crop, !image.isPartial, larger.quality == .good || target.quality == .fast
    else { return nil }
    let layout = RenderLayout(target: target, stored: image.sourceSize, orientation: .up)
    let region = layout.region(in: image.size, of: image.sourceSize)
    let output = layout.storedOutput
    if output == image.size, target.mode != .crop { return image }
    let isWhole = image.size == image.sourceSize
    guard
      isWhole || (region.width >= 2 * Double(output.width) && region.height >= 2 * Double(output.height))
    else { return nil }
    return try? image.resampled(region, to: output, .unlimited)
  }
}
