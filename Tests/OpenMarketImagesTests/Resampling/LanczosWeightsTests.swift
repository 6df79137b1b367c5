import Testing

@testable import OpenMarketImages

@Suite("Weights of the filter")
struct LanczosWeightsTests {
  typealias Axis = SourcePlane.Axis

  static let axes: [(Axis, Int)] = [
    (Axis(count: 1), 1), (Axis(count: 100), 100), (Axis(count: 100), 99), (Axis(count: 1200), 300),
    (Axis(count: 4032), 300), (Axis(count: 65_500), 1), (Axis(count: 65_500), 3), (Axis(count: 2), 1),
    // As libjpeg delivers: reduced, and colours at half and at a quarter of the size.
    (Axis(count: 1008, density: 0.25), 300), (Axis(count: 51, density: 0.5), 100),
    (Axis(count: 600, density: 0.5, sampling: 0.5), 300), (Axis(count: 1, density: 0.5, sampling: 0.5), 1),
    (Axis(count: 50, density: 0.5, sampling: 0.5), 100),
    (Axis(count: 25, density: 0.25, sampling: 0.25), 100),
  ]

  @Test("Weights add up to exactly 1, whatever their number", arguments: axes)
  func sums(axis: Axis, outputCount: Int) throws {
    let weights = try make(axis, outputCount)
    for output in 0..<outputCount {
      #expect(line(weights, output).reduce(0, +) == 1 << 14)
    }
  }

  @Test("Two passes of the filter stay within 16 bits", arguments: axes)
  func overshoot(axis: Axis, outputCount: Int) throws {
    let weights = try make(axis, outputCount)
    for output in 0..<outputCount {
      // With 1.35 and -0.35, the most of one pass is 344 and the least -89; of two, 496 and -241 of ±511.
      #expect(line(weights, output).filter { $0 > 0 }.reduce(0, +) < Int(1.35 * 16_384))
    }
  }

  @Test("Every output sample has its middle where it belongs", arguments: axes.dropFirst())
  func centers(axis: Axis, outputCount: Int) throws {
    let weights = try make(axis, outputCount)
    let step = Double(axis.count) / Double(outputCount)
    let margin = Int((4 * max(step, 2)).rounded(.up))
    for output in 0..<outputCount {
      let center = (Double(output) + 0.5) * step
      // At the edges the filter is cut off.
      guard Int(center) > margin, Int(center) < axis.count - margin else { continue }
      let start = weights.inputs.lowerBound + Int(weights.starts[output])
      let middle = zip(0..., line(weights, output)).reduce(0.0) {
        $0 + (Double(start + $1.0) + 0.5) * Double($1.1) / 16_384
      }
      #expect(abs(middle - center) < 0.02 * max(step, 1))
    }
  }

  @Test("At its own size a sample is itself, and only that is read")
  func identity() throws {
    let weights = try LanczosWeights(
      WeightTables.Key(
        axis: Axis(count: 40), start: 10, length: 20, outputCount: 20, averaged: 1, block: 1),
      Interruption(DecodingOptions()))
    #expect(weights.taps == 1 && weights.inputs == 10..<30)
    #expect(weights.weights.prefix(20).allSatisfy { $0 == 1 << 14 })
  }

  @Test("Colours at half size are interpolated between three quarters and a quarter")
  func interpolation() throws {
    let weights = try make(Axis(count: 4, density: 0.5, sampling: 0.5), 8)
    #expect(line(weights, 0).filter { $0 != 0 } == [16_384])
    #expect(line(weights, 3).filter { $0 != 0 } == [12_288, 4096])
    #expect(line(weights, 4).filter { $0 != 0 } == [4096, 12_288])
  }

  private func make(_ axis: Axis, _ outputCount: Int) throws -> LanczosWeights {
    try LanczosWeights(
      WeightTables.Key(
        axis: axis, start: 0, length: Double(axis.count) / axis.density, outputCount: outputCount,
        averaged: 1,
        block: 8), Interruption(DecodingOptions()))
  }

  private func line(_ weights: LanczosWeights, _ output: Int) -> [Int] {
    weights.weights[output * weights.taps..<(output + 1) * weights.taps].map(Int.init)
  }
}
