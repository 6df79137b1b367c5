/// A width and a height in device pixels.
package struct PixelSize: Sendable, Hashable {
  /// Pixels from left to right.
  package var width: Int
  /// Pixels from top to bottom.
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Width times height; `Int.max` where that is more.
  package var pixelCount: Int {
    let (count, isOverflow) = width.multipliedReportingOverflow(by: height)
    return isOverflow ? .max : count
  }

  /// Width and height exchanged, as a quarter turn does.
  var transposed: PixelSize { PixelSize(width: height, height: width) }
}

extension PixelSize: CustomStringConvertible {
  /// Such as `300×225`.
  package var description: String { "\(width)×\(height)" }
}
