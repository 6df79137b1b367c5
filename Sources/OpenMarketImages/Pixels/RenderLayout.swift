/// Where the pixels of one target come from: sizes and the cut, before and after turning.
struct RenderLayout: Sendable, Hashable {
  /// A part of the stored picture, in pixels of it.
  struct Region: Sendable, Hashable {
    var x, y, width, height: Double
  }

  /// The size of the result before it is turned upright.
  let storedOutput: PixelSize
  /// The part of the stored picture that the result shows.
  let region: Region

  /// Plans `target` for a picture that is stored with `stored` and `orientation`.
  init(target: ImageTarget, stored: PixelSize, orientation: ImageOrientation) {
    let source = orientation.applied(to: stored)
    let size = Self.outputSize(target: target, source: source)
    var width = Double(source.width)
    var height = Double(source.height)
    if target.mode == .crop {
      // The middle, as large as the shape of the result allows.
      let scale = min(width / Double(size.width), height / Double(size.height))
      width = Double(size.width) * scale
      height = Double(size.height) * scale
    }
    // The cut is in the middle, so that mirroring changes nothing.
    if orientation.swapsAxes { swap(&width, &height) }
    storedOutput = orientation.applied(to: size)
    region = Region(
      x: (Double(stored.width) - width) / 2, y: (Double(stored.height) - height) / 2, width: width,
      height: height)
  }

  /// How many source pixels there are for each of the result's, on the axis that has fewer.
  var reduction: Double {
    min(region.width / Double(storedOutput.width), region.height / Double(storedOutput.height))
  }

  /// The part that the result shows of the same picture, stored with `stored`, that was read smaller.
  func region(in size: PixelSize, of stored: PixelSize) -> Region {
    let across = Double(size.width) / Double(stored.width)
    let down = Double(size.height) / Double(stored.height)
    return Region(
      x: region.x * across, y: region.y * down, width: region.width * across, height: region.height * down)
  }

  /// The size of the upright result.
  private static func outputSize(target: ImageTarget, source: PixelSize) -> PixelSize {
    guard case .box(let box, let mode) = target.shape else { return source }
    let across = Double(box.width) / Double(source.width)
    let down = Double(box.height) / Double(source.height)
    func scaled(_ size: PixelSize, by scale: Double) -> PixelSize {
      // A line of one pixel must not vanish.
      PixelSize(
        width: max(1, Int((Double(size.width) * scale).rounded())),
        height: max(1, Int((Double(size.height) * scale).rounded())))
    }
    switch mode {
    case .fit: return min(across, down) >= 1 ? source : scaled(source, by: min(across, down))
    case .fill: return max(across, down) >= 1 ? source : scaled(source, by: max(across, down))
    case .crop:
      let size = max(across, down) <= 1 ? box : scaled(box, by: 1 / max(across, down))
      return PixelSize(width: min(size.width, source.width), height: min(size.height, source.height))
    }
  }
}
