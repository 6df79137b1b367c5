/// Adds smooth random fields of doubling frequency, whose sum has a spectrum like that of natural scenes.
///
/// Coordinates are relative to the longer side, so that every size of a scene shows the same picture; a size
/// leaves out the octaves that are finer than two of its pixels.
struct FractalNoise {
  let seed: UInt64
  let width: Int
  let height: Int

  /// The octave whose cells are the last to be wider than two pixels.
  var finestOctave: Int {
    var octave = 0
    while Self.cells(octave + 1) * 2 <= max(width, height) { octave += 1 }
    return octave
  }

  /// Adds octaves of one channel to `plane`; the first has the given amplitude, each further one `falloff`
  /// times that of the one before.
  func add(
    octaves: ClosedRange<Int>, channel: UInt64, amplitude: Float, falloff: Float, to plane: inout [Float]
  ) {
    var amplitude = amplitude
    for octave in octaves {
      add(octave: octave, channel: channel, amplitude: amplitude, to: &plane)
      amplitude *= falloff
    }
  }

  private static func cells(_ octave: Int) -> Int { 3 << octave }

  private func add(octave: Int, channel: UInt64, amplitude: Float, to plane: inout [Float]) {
    let perPixel = Float(Self.cells(octave)) / Float(max(width, height))
    let columns = Int(Float(width) * perPixel) + 2
    let rows = Int(Float(height) * perPixel) + 2
    var random = SplitMix64(seed: seed, key: channel, stream: UInt64(octave))
    // Each row of the lattice has a source of its own, so that it does not depend on the picture's shape.
    var lattice: [Float] = []
    lattice.reserveCapacity(columns * rows)
    for _ in 0..<rows {
      var row = SplitMix64(seed: random.next())
      for _ in 0..<columns { lattice.append((Float(row.next() >> 40) * 0x1p-23 - 1) * amplitude) }
    }

    var cell = [Int](repeating: 0, count: width)
    var weight = [Float](repeating: 0, count: width)
    for x in 0..<width {
      let position = Float(x) * perPixel
      cell[x] = Int(position)
      weight[x] = Self.smooth(position - Float(cell[x]))
    }
    var values = [Float](repeating: 0, count: columns)
    for y in 0..<height {
      let position = Float(y) * perPixel
      let row = Int(position)
      let down = Self.smooth(position - Float(row))
      let upper = row * columns
      let lower = upper + columns
      for column in 0..<columns {
        values[column] = lattice[upper + column] + (lattice[lower + column] - lattice[upper + column]) * down
      }
      let start = y * width
      for x in 0..<width {
        let left = values[cell[x]]
        plane[start + x] += left + (values[cell[x] + 1] - left) * weight[x]
      }
    }
  }

  private static func smooth(_ t: Float) -> Float { t * t * (3 - 2 * t) }
}
