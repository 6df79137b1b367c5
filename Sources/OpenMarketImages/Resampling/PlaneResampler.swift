import COpenMarketCodecs

/// Makes one plane smaller while its rows arrive.
///
/// Keeps the last rows that came. Once those of an output row are there, they are filtered down into one row, and
/// that across: so the wide rows are read in order, in blocks that stay in registers, and few rows are filtered
/// across. Memory is in proportion to the width: where more than 16 rows become one, averages of some are kept.
struct PlaneResampler {
  private let input: RowLayout
  private let across: LanczosWeights
  private let down: LanczosWeights
  private let outputSize: PixelSize
  /// A ring of the rows that came, each `lineCount` bytes long, of the columns that are needed.
  private var ring: [UInt8]
  private var ringCount: Int
  private let lineCount: Int
  /// How many rows of the plane are averaged into one row of the ring, those in hand, and their sums.
  private let averaged: Int
  private var summed = 0
  private var sums: [UInt32]
  /// The rows left to come.
  private var remaining: Int
  /// The rows for the ring that came, and those among them that matter.
  private var row = 0
  private var arrived = 0
  /// The next output row.
  private var next = 0
  /// A row filtered down, and its channels apart, each `splitCount` long.
  private var line: [Int16]
  private var split: [Int16]
  private let splitCount: Int
  /// The output row that was made last: its channels one after the other, each ``filteredCount`` long.
  private(set) var filtered: [Int16]
  let filteredCount: Int

  /// - Parameters:
  ///   - input: How rows are stored.
  ///   - plane: The samples that will come.
  ///   - region: The part to show, in pixels of the stored picture.
  ///   - outputSize: How large to make it.
  init(input: RowLayout, plane: SourcePlane, region: RenderLayout.Region, outputSize: PixelSize) {
    self.input = input
    self.outputSize = outputSize
    across = WeightTables.weights(
      for: WeightTables.Key(
        axis: plane.across, start: region.x, length: region.width, outputCount: outputSize.width, averaged: 1,
        block: Int(OM_TAPS_PADDING)))
    let rowsForOne = region.height * plane.down.density / Double(outputSize.height)
    averaged = rowsForOne > 16 ? Int(rowsForOne / 8) : 1
    remaining = plane.down.count
    down = WeightTables.weights(
      for: WeightTables.Key(
        axis: plane.down, start: region.y, length: region.height, outputCount: outputSize.height,
        averaged: averaged, block: 2))
    let channels = input.bytesPerPixel
    lineCount = Self.padded(across.inputs.count * channels, to: OM_ROW_PADDING)
    ringCount = down.taps + 16
    ring = Array(repeating: 0, count: ringCount * lineCount)
    sums = Array(repeating: 0, count: averaged > 1 ? lineCount : 0)
    // The filter across reads whole blocks of weights, also at the end.
    line = Array(repeating: 0, count: lineCount + across.taps)
    splitCount = across.inputs.count + across.taps
    split = Array(repeating: 0, count: channels == 1 ? 0 : channels * splitCount)
    filteredCount = Self.padded(outputSize.width, to: OM_OUTPUT_PADDING)
    filtered = Array(repeating: 0, count: channels * filteredCount)
  }

  private static func padded(_ count: Int, to block: Int) -> Int { (count + block - 1) / block * block }

  /// Whether what came is enough for the next output row.
  var isReady: Bool {
    next < outputSize.height && arrived >= min(Int(down.starts[next]) + down.taps, down.inputs.count)
  }

  /// Takes the next row of the plane.
  mutating func append(_ bytes: UnsafePointer<UInt8>) {
    remaining -= 1
    guard down.inputs.contains(row), next < outputSize.height else {
      summed = (summed + 1) % averaged
      if summed == 0 { row += 1 }
      return
    }
    if arrived - Int(down.starts[next]) >= ringCount { enlargeRing() }
    let offset = arrived % ringCount * lineCount
    let count = across.inputs.count
    let width = input.bytesPerPixel
    unsafe ring.withUnsafeMutableBufferPointer { ring in
      guard let to = unsafe ring.baseAddress.map({ unsafe $0 + offset }) else { return }
      let from = unsafe bytes + across.inputs.lowerBound * width
      if input == .rgba {
        unsafe om_premultiply(from, to, count)
      } else {
        unsafe to.update(from: from, count: count * width)
      }
      guard averaged > 1 else { return }
      unsafe om_add_row(to, &sums, count * width)
      summed += 1
      // The last average may be of fewer.
      if summed == averaged || remaining == 0 {
        unsafe om_take_average(&sums, UInt32(summed), to, count * width)
        summed = 0
      }
    }
    guard summed == 0 else { return }
    row += 1
    arrived += 1
  }

  /// Makes the next output row: ``filtered`` has it then.
  mutating func makeRow() {
    filterDown()
    next += 1
    let channels = input.bytesPerPixel
    guard channels > 1 else {
      unsafe om_filter_across(line, across.starts, across.weights, across.taps, &filtered, outputSize.width)
      return
    }
    unsafe om_split_channels(line, channels, &split, splitCount, across.inputs.count)
    unsafe split.withUnsafeBufferPointer { split in
      unsafe filtered.withUnsafeMutableBufferPointer { filtered in
        guard let from = split.baseAddress, let to = filtered.baseAddress else { return }
        for channel in 0..<channels {
          unsafe om_filter_across(
            from + channel * splitCount, across.starts, across.weights, across.taps,
            to + channel * filteredCount, outputSize.width)
        }
      }
    }
  }

  private mutating func filterDown() {
    let first = Int(down.starts[next])
    let taps = down.taps
    unsafe withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: taps) { rows in
      unsafe ring.withUnsafeBufferPointer { ring in
        for tap in 0..<taps {
          // Unused weights have a row too, whichever.
          let index = min(first + tap, arrived - 1) % ringCount
          unsafe rows[tap] = ring.baseAddress.map { unsafe $0 + index * lineCount }
        }
        unsafe down.weights.withUnsafeBufferPointer { weights in
          guard let weights = weights.baseAddress else { return }
          unsafe om_filter_down(rows.baseAddress, weights + next * taps, taps, &line, lineCount)
        }
      }
    }
  }

  /// Several planes wait for one another: the ring grows to what that takes.
  private mutating func enlargeRing() {
    let oldCount = ringCount
    ringCount *= 2
    var larger = [UInt8](repeating: 0, count: ringCount * lineCount)
    for index in max(0, arrived - oldCount)..<arrived {
      let from = index % oldCount * lineCount
      let to = index % ringCount * lineCount
      larger.replaceSubrange(to..<to + lineCount, with: ring[from..<from + lineCount])
    }
    ring = larger
  }
}
