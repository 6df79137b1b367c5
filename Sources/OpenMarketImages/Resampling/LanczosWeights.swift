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

  /// - Parameters:
  ///   - axis: The samples there are.
  ///   - start: Where the region that is shown begins, in pixels of the stored picture.
  ///   - length: How long it is.
  ///   - outputCount: The samples to make of it.
  ///   - averaged: How many samples are replaced by their average before the filter sees them; the last average may
  ///     be of fewer. All else counts averages then.
  ///   - block: ``taps`` is a multiple of it.
  init(
    _ axis: SourcePlane.Axis, start: Double, length: Double, outputCount: Int, averaged: Int = 1, block: Int
  ) {
    // Interpolated colours are weighted in full size, and then folded into the samples that they are made of.
    let scale = axis.isHalved ? 2 * axis.density : axis.density
    let gridCount = axis.isHalved ? 2 * axis.count : axis.count
    let step = length * scale / Double(outputCount)
    let widening = max(step, 1)
    let radius = 3 * widening
    let sharpening = axis.blur / 2
    let kernel = Self.kernel
    var rows = Rows(
      outputCount: outputCount, capacity: Int(2 * radius) / averaged + 6, inputCount: axis.count,
      averaged: averaged)
    for output in 0..<outputCount {
      let center = start * scale + (Double(output) + 0.5) * step
      let first = min(max(0, Int(center - radius)), gridCount - 1)
      let end = min(max(first + 1, Int(center + radius + 1)), gridCount)
      rows.begin(at: axis.isHalved ? first / 2 - 1 : first - 1)
      for index in first..<end {
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
    }
    (inputs, starts, taps, weights) = rows.rounded(block: block)
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
  /// Collects the weights of all output samples.
  private struct Rows {
    private let capacity: Int
    private let inputCount: Int
    private let averaged: Int
    private var weights: [Double]
    private var firsts: [Int] = []

    init(outputCount: Int, capacity: Int, inputCount: Int, averaged: Int) {
      self.capacity = capacity
      self.inputCount = inputCount
      self.averaged = averaged
      weights = Array(repeating: 0, count: outputCount * capacity)
      firsts.reserveCapacity(outputCount)
    }

    /// The next output sample needs nothing before `first`.
    mutating func begin(at first: Int) { firsts.append(max(0, first) / averaged) }

    /// What falls outside of the picture counts for the sample at its edge.
    mutating func add(_ weight: Double, at input: Int) {
      let output = firsts.count - 1
      let place = min(max(input, 0), inputCount - 1) / averaged
      weights[output * capacity + place - firsts[output]] += weight
    }

    /// The weights in fixed point, without the zeros around them.
    ///
    /// The sum so far is rounded, not the weight: so their sum is exact, whatever their number.
    func rounded(block: Int) -> (inputs: Range<Int>, starts: [Int32], taps: Int, weights: [Int16]) {
      var values = [Int16](repeating: 0, count: weights.count)
      var spans: [Range<Int>] = []
      spans.reserveCapacity(firsts.count)
      for output in firsts.indices {
        let line = output * capacity..<(output + 1) * capacity
        var total = 0.0
        for index in line { total += weights[index] }
        let unit = total > 0 ? Double(1 << OM_WEIGHT_BITS) / total : 0
        var sum = 0.0
        var before = 0
        var span = line.upperBound..<line.upperBound
        for index in line {
          sum += weights[index] * unit
          let rounded = Int(sum + (sum < 0 ? -0.5 : 0.5))
          guard rounded != before else { continue }
          values[index] = Int16(clamping: rounded - before)
          before = rounded
          span = min(span.lowerBound, index)..<index + 1
        }
        spans.append(span)
      }
      return Self.packed(values, firsts: firsts, spans: spans, capacity: capacity, block: block)
    }

    private static func packed(
      _ values: [Int16], firsts: [Int], spans: [Range<Int>], capacity: Int, block: Int
    ) -> (inputs: Range<Int>, starts: [Int32], taps: Int, weights: [Int16]) {
      let starts = zip(0..., spans).map { firsts[$0] + $1.lowerBound - $0 * capacity }
      let first = starts.min() ?? 0
      let end = zip(starts, spans).map { $0 + $1.count }.max() ?? first
      let longest = spans.map(\.count).max() ?? 1
      let taps = (longest + block - 1) / block * block
      // The filter makes several samples at a time, also at the end.
      let padding = Int(OM_OUTPUT_PADDING)
      let rowCount = (spans.count + padding - 1) / padding * padding
      var packed = [Int16](repeating: 0, count: rowCount * taps)
      for (output, span) in spans.enumerated() {
        let offset = output * taps - span.lowerBound
        for index in span { packed[offset + index] = values[index] }
      }
      let missing = repeatElement(Int32(0), count: rowCount - spans.count)
      return (first..<end, starts.map { Int32($0 - first) } + missing, taps, packed)
    }
  }
}
