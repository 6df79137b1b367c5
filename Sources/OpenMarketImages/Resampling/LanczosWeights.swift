import Foundation

/// For each output pixel of one axis, the input pixels it is made of and their weights.
///
/// Lanczos with three lobes, widened by the reduction so that it also is the low-pass filter; the usual
/// choice of image libraries (Duchon 1979; Turkowski 1990).
struct LanczosWeights {
  /// The first input pixel of each output pixel.
  let starts: [Int]
  /// How many input pixels make one output pixel; the same for all, unused weights are 0.
  let taps: Int
  /// ``taps`` weights for each output pixel; they add up to 1.
  let weights: [Float]

  /// - Parameters:
  ///   - inputCount: The pixels there are.
  ///   - start: Where the region that is shown begins, in input pixels.
  ///   - length: How long it is.
  ///   - outputCount: The pixels to make of it.
  init(inputCount: Int, start: Double, length: Double, outputCount: Int) {
    let step = length / Double(outputCount)
    let widening = max(step, 1)
    let radius = 3 * widening
    let taps = min(inputCount, Int((2 * radius).rounded(.up)) + 1)
    var starts: [Int] = []
    var weights: [Float] = []
    starts.reserveCapacity(outputCount)
    weights.reserveCapacity(outputCount * taps)
    for output in 0..<outputCount {
      let center = start + (Double(output) + 0.5) * step
      let first = min(max(0, Int((center - radius + 0.5).rounded(.down))), inputCount - taps)
      let exact = (first..<first + taps).map { Self.kernel((Double($0) + 0.5 - center) / widening) }
      let sum = exact.reduce(0, +)
      starts.append(first)
      weights += exact.map { Float($0 / sum) }
    }
    self.starts = starts
    self.taps = taps
    self.weights = weights
  }

  private static func kernel(_ x: Double) -> Double {
    if abs(x) < 1e-9 { return 1 }
    if abs(x) >= 3 { return 0 }
    let angle = Double.pi * x
    return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
  }
}
