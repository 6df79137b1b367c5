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
  private let interruption: Interruption
  /// How many rows are kept beside those of one output row.
  static let spareRows = 16
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

  init(_ plan: ResamplingPlan, plane: ResamplingPlan.Plane, interruption: Interruption) throws(ImageError) {
    input = plan.input
    outputSize = plan.outputSize
    self.interruption = interruption
    across = try WeightTables.weights(for: plane.across, interruption)
    down = try WeightTables.weights(for: plane.down, interruption)
    averaged = plane.down.averaged
    remaining = plane.rowCount
    let channels = input.bytesPerPixel
    lineCount = Self.padded(across.inputs.count * channels, to: OM_ROW_PADDING)
    ringCount = max(1, min(down.taps + Self.spareRows, down.inputs.count))
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
  mutating func append(_ bytes: UnsafePointer<UInt8>) throws(ImageError) {
    remaining -= 1
    guard down.inputs.contains(row), next < outputSize.height else {
      summed = (summed + 1) % averaged
      if summed == 0 { row += 1 }
      return
    }
    if arrived - Int(down.starts[next]) >= ringCount { enlargeRing() }
    // The last average may be of fewer.
    let isAverage = averaged > 1 && (summed + 1 == averaged || remaining == 0)
    try interruption.inPieces(across.inputs.count, cost: input.bytesPerPixel) {
      unsafe store(bytes, $0, isAverage: isAverage)
    }
    summed = averaged == 1 || isAverage ? 0 : summed + 1
    guard summed == 0 else { return }
    row += 1
    arrived += 1
  }

  /// Puts columns of a row into the ring.
  private mutating func store(_ bytes: UnsafePointer<UInt8>, _ columns: Range<Int>, isAverage: Bool) {
    let width = input.bytesPerPixel
    let count = columns.count * width
    let start = columns.lowerBound * width
    let offset = arrived % ringCount * lineCount + start
    let from = unsafe bytes + across.inputs.lowerBound * width + start
    unsafe ring.withUnsafeMutableBufferPointer { ring in
      guard let to = unsafe ring.baseAddress.map({ unsafe $0 + offset }) else { return }
      if input == .rgba {
        unsafe om_premultiply(from, to, columns.count)
      } else {
        unsafe to.update(from: from, count: count)
      }
      guard averaged > 1 else { return }
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        guard let sums = unsafe sums.baseAddress.map({ unsafe $0 + start }) else { return }
        unsafe om_add_row(to, sums, count)
        if isAverage { unsafe om_take_average(sums, UInt32(summed + 1), to, count) }
      }
    }
  }

  /// Makes the next output row: ``filtered`` has it then.
  mutating func makeRow() throws(ImageError) {
    try interruption.inPieces(lineCount, cost: down.taps) { filterDown($0) }
    next += 1
    let channels = input.bytesPerPixel
    if channels > 1 {
      unsafe om_split_channels(line, channels, &split, splitCount, across.inputs.count)
    }
    try interruption.inPieces(outputSize.width, cost: channels * across.taps) { columns in
      unsafe (channels > 1 ? split : line).withUnsafeBufferPointer { line in
        for channel in 0..<channels {
          unsafe filterAcross(line, from: channel * splitCount, to: channel * filteredCount, columns)
        }
      }
    }
  }

  private mutating func filterAcross(
    _ line: UnsafeBufferPointer<Int16>, from: Int, to: Int, _ columns: Range<Int>
  ) {
    let first = columns.lowerBound
    unsafe across.starts.withUnsafeBufferPointer { starts in
      unsafe across.weights.withUnsafeBufferPointer { weights in
        unsafe filtered.withUnsafeMutableBufferPointer { filtered in
          guard let line = line.baseAddress, let starts = starts.baseAddress,
            let weights = weights.baseAddress, let filtered = filtered.baseAddress
          else { return }
          unsafe om_filter_across(
            line + from, starts + first, weights + first * across.taps, across.taps, filtered + to + first,
            columns.count)
        }
      }
    }
  }

  private mutating func filterDown(_ columns: Range<Int>) {
    let first = Int(down.starts[next])
    let taps = down.taps
    let start = columns.lowerBound
    unsafe withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: taps) { rows in
      unsafe ring.withUnsafeBufferPointer { ring in
        for tap in 0..<taps {
          // Unused weights have a row too, whichever.
          let index = min(first + tap, arrived - 1) % ringCount
          unsafe rows[tap] = ring.baseAddress.map { unsafe $0 + index * lineCount + start }
        }
        unsafe down.weights.withUnsafeBufferPointer { weights in
          unsafe line.withUnsafeMutableBufferPointer { line in
            guard let weights = weights.baseAddress, let line = line.baseAddress else { return }
            unsafe om_filter_down(rows.baseAddress, weights + next * taps, taps, line + start, columns.count)
          }
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
