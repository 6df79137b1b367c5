import COpenMarketCodecs
import Foundation

/// For each output sample of one axis, the input samples it is made of and their weights.
///
/// Lanczos with three lobes, widened by the reduction so that it also is the low-pass filter; the usual choice of
/// image libraries (Duchon 1979; Turkowski 1990). Two more steps are folded into the weights, where they cost
/// nothing: colours at half size are interpolated as libjpeg does (¾ and ¼ of the nearest), and the blur of a
/// codec's own reduction is taken back by a little sharpening, its inverse to the second order.
struct LanczosWeights {
  /// The input samples that have a weight somewhere.
  let inputs: Range<Int>
  /// The first input sample of each output sample, counted from the first of ``inputs``.
  let starts: [Int32]
  /// How many weights there are for each output sample; unused ones at the end are 0.
  let taps: Int
  /// ``taps`` weights for each output sample in fixed point; they add up to exactly 1.
  let weights: [Int16]

  /// Makes a table; the time it takes is in proportion to the samples.
  init(_ key: WeightTables.Key, _ interruption: Interruption) throws(ImageError) {
    let axis = key.axis
    // Interpolated colours are weighted in full size, and then folded into the samples that they are made of.
    let scale = axis.isHalved ? 2 * axis.density : axis.density
    let gridCount = axis.isHalved ? 2 * axis.count : axis.count
    let step = key.length * scale / Double(key.outputCount)
    let widening = max(step, 1)
    let radius = 3 * widening
    let sharpening = axis.blur / 2
    let kernel = Self.kernel
    var rows = Rows(key)
    for output in 0..<key.outputCount {
      let center = key.start * scale + (Double(output) + 0.5) * step
      let first = min(max(0, Int(center - radius)), gridCount - 1)
      let end = min(max(first + 1, Int(center + radius + 1)), gridCount)
      rows.begin(at: axis.isHalved ? first / 2 - 1 : first - 1)
      for index in first..<end {
        if (index - first) & 0xFFFF == 0xFFFF { try interruption.check() }
        // Between two entries of the table, exact to 1e-6.
        let distance = abs(Double(index) + 0.5 - center) / widening
        let place = min(distance, 3) * Double(Self.resolution)
        let entry = Int(place)
        let weight = kernel[entry] + (kernel[entry + 1] - kernel[entry]) * (place - Double(entry))
        if axis.isHalved {
          rows.add(0.75 * weight, at: index / 2)
          rows.add(0.25 * weight, at: index / 2 + (index & 1 == 0 ? -1 : 1))
        } else {
          rows.add((1 + 2 * sharpening) * weight, at: index)
          guard sharpening != 0 else { continue }
          rows.add(-sharpening * weight, at: index - 1)
          rows.add(-sharpening * weight, at: index + 1)
        }
      }
      rows.round()
      try interruption.check(after: 8 * (end - first))
    }
    (inputs, starts, taps, weights) = rows.packed(block: key.block)
  }

  private static let resolution = 1024
  /// Half of the kernel; its last entries are 0.
  private static let kernel: [Double] = (0..<3 * resolution + 2).map { index in
    let x = Double(index) / Double(resolution)
    if x == 0 { return 1 }
    if x >= 3 || x == x.rounded() { return 0 }
    let angle = Double.pi * x
    return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
  }
}

extension LanczosWeights {
  /// Collects the weights of all output samples, one after the other.
  private struct Rows {
    private let inputCount: Int
    private let averaged: Int
    /// The weights of the output sample in hand, and the input sample that the first of them is for.
    private var weights: [Double]
    private var first = 0
    /// Of those that are done: their weights in fixed point, without the zeros around them.
    private var values: [Int16] = []
    private var starts: [Int] = []
    private var ends: [Int] = []

    init(_ key: WeightTables.Key) {
      inputCount = key.axis.count
      averaged = key.averaged
      weights = Array(repeating: 0, count: key.capacity)
      values.reserveCapacity(key.outputCount * key.capacity)
      starts.reserveCapacity(key.outputCount)
      ends.reserveCapacity(key.outputCount)
    }

    /// The next output sample needs nothing before `first`.
    mutating func begin(at first: Int) { self.first = max(0, first) / averaged }

    /// Adds a weight; one outside of the picture counts for the sample at its edge.
    mutating func add(_ weight: Double, at input: Int) {
      weights[min(max(input, 0), inputCount - 1) / averaged - first] += weight
    }

    /// Ends the output sample.
    ///
    /// The sum so far is rounded, not the weight: so their sum is exact, whatever their number.
    mutating func round() {
      var total = 0.0
      for weight in weights { total += weight }
      let unit = total > 0 ? Double(1 << OM_WEIGHT_BITS) / total : 0
      var sum = 0.0
      var before = 0
      var start = first
      let valuesStart = values.count
      var valuesEnd = valuesStart
      for index in weights.indices {
        sum += weights[index] * unit
        weights[index] = 0
        let rounded = Int(sum + (sum < 0 ? -0.5 : 0.5))
        if values.count == valuesStart {
          guard rounded != before else { continue }
          start = first + index
        }
        values.append(Int16(clamping: rounded - before))
        if rounded != before { valuesEnd = values.count }
        before = rounded
      }
      values.removeLast(values.count - valuesEnd)
      starts.append(start)
      ends.append(valuesEnd)
    }

    /// All of them, in rows of one length.
    func packed(block: Int) -> (inputs: Range<Int>, starts: [Int32], taps: Int, weights: [Int16]) {
      var longest = 1
      var first = Int.max
      var end = 0
      var from = 0
      for (start, to) in zip(starts, ends) {
        longest = max(longest, to - from)
        first = min(first, start)
        end = max(end, start + to - from)
        from = to
      }
      first = min(first, end)
      let taps = (longest + block - 1) / block * block
      // The filter makes several samples at a time, also at the end.
      let padding = Int(OM_OUTPUT_PADDING)
      let rowCount = (starts.count + padding - 1) / padding * padding
      var packed = [Int16](repeating: 0, count: rowCount * taps)
      from = 0
      for (output, to) in ends.enumerated() {
        for index in from..<to { packed[output * taps + index - from] = values[index] }
        from = to
      }
      let missing = repeatElement(Int32(0), count: rowCount - starts.count)
      return (first..<end, starts.map { Int32($0 - first) } + missing, taps, packed)
    }
  }
}
