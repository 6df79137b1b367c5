/// Turns 8×8 samples into quantised coefficients in zigzag order.
///
/// The transform is that of Arai, Agui and Nakajima (1988), whose output is scaled; the scale is folded into
/// the quantisation steps (``JPEGTables``).
struct JPEGBlockTransform {
  /// The result of the last ``load(_:x:y:steps:)``.
  private(set) var coefficients = [Int32](repeating: 0, count: 64)
  private var block = [Float](repeating: 0, count: 64)

  /// Transforms the block whose first sample is at (x, y).
  mutating func load(_ plane: JPEGPlanes.Plane, x: Int, y: Int, steps: [Float]) {
    for row in 0..<8 {
      let start = (y + row) * plane.width + x
      for column in 0..<8 { block[row * 8 + column] = plane.samples[start + column] }
    }
    for row in 0..<8 { transform(start: row * 8, stride: 1) }
    for column in 0..<8 { transform(start: column, stride: 8) }
    for place in 0..<64 {
      let source = JPEGTables.zigzag[place]
      // Adding and taking off 2¹⁴ rounds to nearest without a call.
      coefficients[place] = Int32(block[source] * steps[source] + 16_384.5) - 16_384
    }
  }

  private mutating func transform(start: Int, stride: Int) {
    let at = (
      start, start + stride, start + 2 * stride, start + 3 * stride, start + 4 * stride,
      start + 5 * stride, start + 6 * stride, start + 7 * stride
    )
    let sum0 = block[at.0] + block[at.7]
    let sum1 = block[at.1] + block[at.6]
    let sum2 = block[at.2] + block[at.5]
    let sum3 = block[at.3] + block[at.4]
    let difference0 = block[at.0] - block[at.7]
    let difference1 = block[at.1] - block[at.6]
    let difference2 = block[at.2] - block[at.5]
    let difference3 = block[at.3] - block[at.4]

    let even0 = sum0 + sum3
    let even1 = sum1 + sum2
    let even2 = sum1 - sum2
    let even3 = sum0 - sum3
    let turned = (even2 + even3) * 0.707106781
    block[at.0] = even0 + even1
    block[at.4] = even0 - even1
    block[at.2] = even3 + turned
    block[at.6] = even3 - turned

    let odd0 = difference3 + difference2
    let odd1 = difference2 + difference1
    let odd2 = difference1 + difference0
    let shared = (odd0 - odd2) * 0.382683433
    let low = 0.541196100 * odd0 + shared
    let high = 1.306562965 * odd2 + shared
    let middle = odd1 * 0.707106781
    let upper = difference0 + middle
    let lower = difference0 - middle
    block[at.5] = lower + low
    block[at.3] = lower - low
    block[at.1] = upper + high
    block[at.7] = upper - high
  }
}
