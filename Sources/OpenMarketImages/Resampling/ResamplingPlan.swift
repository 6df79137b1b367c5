import COpenMarketCodecs

/// How an image will be made smaller, and what that holds; made before any of it is.
struct ResamplingPlan {
  /// How rows are stored.
  let input: RowLayout
  let outputSize: PixelSize
  /// The planes that will come: three for brightness and colours, else one.
  let planes: [Plane]

  /// One plane, and which weights it takes.
  struct Plane: Hashable {
    var rowCount: Int
    var across: WeightTables.Key
    var down: WeightTables.Key
  }

  /// Plans to make `region`, in pixels of the stored picture, as large as `outputSize`.
  init(input: RowLayout, planes: [SourcePlane], region: RenderLayout.Region, outputSize: PixelSize) {
    self.input = input
    self.outputSize = outputSize
    self.planes = planes.map { plane in
      let rowsForOne = region.height * plane.down.density / Double(outputSize.height)
      return Plane(
        rowCount: plane.down.count,
        across: WeightTables.Key(
          axis: plane.across, start: region.x, length: region.width, outputCount: outputSize.width,
          averaged: 1, block: Int(OM_TAPS_PADDING)),
        down: WeightTables.Key(
          axis: plane.down, start: region.y, length: region.height, outputCount: outputSize.height,
          averaged: rowsForOne > 16 ? Int(rowsForOne / 8) : 1, block: 2))
    }
  }

  /// The most that is held at a time, beside the image that is made.
  var byteCount: Int {
    let tables = Set(planes.flatMap { [$0.across, $0.down] })
    return planes.reduce(tables.reduce(0) { $0 + $1.byteCount }) { $0 + rowBytes($1) }
  }

  /// The rows of a ``PlaneResampler``.
  private func rowBytes(_ plane: Plane) -> Int {
    let channels = input.bytesPerPixel
    let line = plane.across.inputCount * channels + Int(OM_ROW_PADDING) + plane.across.capacity
    // Planes that wait for one another keep more rows.
    let single = min(plane.down.inputCount, plane.down.capacity + PlaneResampler.spareRows)
    let kept = planes.count > 1 ? 2 * single : single
    // Bytes that are kept; their sums; filtered down, and with the channels apart; filtered across.
    return line * (kept + 4 + 2 + 2) + 2 * channels * (outputSize.width + plane.across.capacity)
  }
}
