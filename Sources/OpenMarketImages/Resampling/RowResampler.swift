/// Makes an image smaller while its rows arrive, with a separable Lanczos filter in gamma-encoded sRGB.
///
/// Each row is filtered across at once and added to the at most seven output rows that it touches, so that
/// memory is in proportion to the width, not to the picture. Colours are multiplied by alpha before they are
/// mixed: a transparent pixel has no colour to give.
struct RowResampler {
  private typealias Pixel = SIMD4<Float>

  private let input: RowLayout
  private let inputWidth: Int
  private let outputSize: PixelSize
  private let across: LanczosWeights
  private let down: LanczosWeights
  /// The row in hand, as it came and filtered across.
  private var source: [Pixel]
  private var filtered: [Pixel]
  /// A ring of sums, one for each output row in the making.
  private var sums: [Pixel]
  private let ringCount: Int
  /// The output rows in the making: from the first unfinished to the first not begun.
  private var unfinished = 0
  private var unbegun = 0
  private var row = 0
  private var output: PixelPacker

  /// - Parameters:
  ///   - input: How rows are stored.
  ///   - inputSize: The rows that will come.
  ///   - region: The part to show, in pixels of `inputSize`.
  ///   - outputSize: How large to make it.
  init(input: RowLayout, inputSize: PixelSize, region: RenderLayout.Region, outputSize: PixelSize) {
    self.input = input
    self.outputSize = outputSize
    inputWidth = inputSize.width
    across = LanczosWeights(
      inputCount: inputSize.width, start: region.x, length: region.width, outputCount: outputSize.width)
    down = LanczosWeights(
      inputCount: inputSize.height, start: region.y, length: region.height, outputCount: outputSize.height)
    // As many output rows as have an input row in common.
    ringCount =
      zip(0..., down.starts).map { [down] index, start in
        down.starts[index...].prefix { $0 < start + down.taps }.count
      }.max() ?? 1
    source = Array(repeating: .zero, count: inputSize.width)
    filtered = Array(repeating: .zero, count: outputSize.width)
    sums = Array(repeating: .zero, count: ringCount * outputSize.width)
    output = PixelPacker(size: outputSize, hasAlpha: input.hasAlpha)
  }

  /// Whether all output rows are made, so that further rows change nothing.
  var isComplete: Bool { unfinished == outputSize.height }

  /// Takes the next row of the picture.
  ///
  /// - Parameter bytes: ``inputWidth`` pixels.
  mutating func append(_ bytes: UnsafePointer<UInt8>) {
    defer { row += 1 }
    while unbegun < outputSize.height, down.starts[unbegun] <= row { unbegun += 1 }
    guard unfinished < unbegun else { return }
    unsafe load(bytes)
    filterAcross()
    addDown()
    while unfinished < unbegun, down.starts[unfinished] + down.taps == row + 1 { finishRow() }
  }

  /// The image; rows that never came are empty.
  consuming func finish() -> (format: PixelFormat, bytes: [UInt8]) { output.finish() }

  private mutating func load(_ bytes: UnsafePointer<UInt8>) {
    unsafe source.withUnsafeMutableBufferPointer { pixels in
      switch input {
      case .rgbx, .premultipliedRGBA:
        let words = unsafe UnsafeRawPointer(bytes)
        for x in 0..<pixels.count {
          unsafe pixels[x] = Pixel(words.loadUnaligned(fromByteOffset: 4 * x, as: SIMD4<UInt8>.self))
        }
      case .rgb:
        for x in 0..<pixels.count {
          unsafe pixels[x] = Pixel(
            Float(bytes[3 * x]), Float(bytes[3 * x + 1]), Float(bytes[3 * x + 2]), 0)
        }
      case .rgba:
        let words = unsafe UnsafeRawPointer(bytes)
        for x in 0..<pixels.count {
          let pixel = unsafe Pixel(words.loadUnaligned(fromByteOffset: 4 * x, as: SIMD4<UInt8>.self))
          let alpha = pixel.w * (1 / 255)
          unsafe pixels[x] = pixel * Pixel(alpha, alpha, alpha, 1)
        }
      }
    }
  }

  private mutating func filterAcross() {
    let taps = across.taps
    unsafe filtered.withUnsafeMutableBufferPointer { filtered in
      unsafe source.withUnsafeBufferPointer { source in
        unsafe across.starts.withUnsafeBufferPointer { starts in
          unsafe across.weights.withUnsafeBufferPointer { weights in
            for x in 0..<filtered.count {
              let first = unsafe starts[x]
              let offset = x * taps
              // Two sums at a time, so that one addition does not wait for the other.
              var even = Pixel.zero
              var odd = Pixel.zero
              var tap = 0
              while tap &+ 1 < taps {
                unsafe even += source[first &+ tap] * weights[offset &+ tap]
                unsafe odd += source[first &+ tap &+ 1] * weights[offset &+ tap &+ 1]
                tap &+= 2
              }
              if tap < taps { unsafe even += source[first &+ tap] * weights[offset &+ tap] }
              unsafe filtered[x] = even + odd
            }
          }
        }
      }
    }
  }

  private mutating func addDown() {
    let width = outputSize.width
    for index in unfinished..<unbegun {
      let weight = down.weights[index * down.taps + row - down.starts[index]]
      let offset = (index % ringCount) * width
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        unsafe filtered.withUnsafeBufferPointer { filtered in
          for x in 0..<width { unsafe sums[offset + x] += filtered[x] * weight }
        }
      }
    }
  }

  private mutating func finishRow() {
    let offset = (unfinished % ringCount) * outputSize.width
    output.append(sums[offset..<offset + outputSize.width])
    for x in offset..<offset + outputSize.width { sums[x] = .zero }
    unfinished += 1
  }
}
