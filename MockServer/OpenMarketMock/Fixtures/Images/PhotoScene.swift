/// Paints a picture with the statistics of a phone's photo: a lit, textured background, two dozen shaded
/// things with sharp edges, labels with writing, and a sensor's noise.
///
/// Only the four operations and square roots are used, so every machine paints the same bytes.
struct PhotoScene {
  private let width: Int
  private let height: Int
  private let noise: FractalNoise
  private var random: SplitMix64
  private var luma: [Float]
  private var blue: [Float]
  private var red: [Float]
  private var texture: [Float]

  /// Paints the scene `seed`; clean means without the fine texture and noise that lossless formats cannot
  /// compress.
  static func render(seed: UInt64, width: Int, height: Int, isClean: Bool = false) -> PixelBuffer {
    var scene = PhotoScene(seed: seed, width: width, height: height)
    scene.paintBackground(isClean: isClean)
    scene.paintThings()
    scene.paintLabels()
    return scene.developed(noise: isClean ? 0 : 2.4)
  }

  private init(seed: UInt64, width: Int, height: Int) {
    self.width = width
    self.height = height
    noise = FractalNoise(seed: seed, width: width, height: height)
    random = SplitMix64(seed: seed)
    luma = Array(repeating: 0, count: width * height)
    blue = luma
    red = luma
    texture = luma
  }

  private var longSide: Float { Float(max(width, height)) }

  private mutating func uniform(_ low: Float, _ high: Float) -> Float {
    low + (high - low) * (Float(random.next() >> 40) * 0x1p-24)
  }

  // MARK: Background

  private mutating func paintBackground(isClean: Bool) {
    let across = uniform(-60, 60) / Float(width)
    let down = uniform(-70, 70) / Float(height)
    let middle = uniform(95, 150)
    let finest = noise.finestOctave
    if !isClean, finest >= 3 {
      noise.add(octaves: 3...finest, channel: 1, amplitude: 7, falloff: 0.62, to: &texture)
    }
    noise.add(octaves: 0...min(2, finest), channel: 0, amplitude: 32, falloff: 0.55, to: &luma)
    noise.add(octaves: 0...min(1, finest), channel: 2, amplitude: 16, falloff: 0.5, to: &blue)
    noise.add(octaves: 0...min(1, finest), channel: 3, amplitude: 16, falloff: 0.5, to: &red)
    for y in 0..<height {
      let light = middle + (Float(y) - Float(height) / 2) * down
      for x in 0..<width {
        let index = y * width + x
        luma[index] += light + (Float(x) - Float(width) / 2) * across + texture[index]
      }
    }
  }

  // MARK: Things

  private mutating func paintThings() {
    for _ in 0..<24 {
      let centre = (x: uniform(0, Float(width)), y: uniform(0, Float(height)))
      let radius = (x: uniform(0.025, 0.17) * longSide, y: uniform(0.025, 0.17) * longSide)
      var axis = (x: uniform(-1, 1), y: uniform(-1, 1))
      let length = max(0.01, (axis.x * axis.x + axis.y * axis.y).squareRoot())
      axis = (axis.x / length, axis.y / length)
      paintThing(centre: centre, radius: radius, axis: axis)
    }
  }

  private mutating func paintThing(
    centre: (x: Float, y: Float), radius: (x: Float, y: Float), axis: (x: Float, y: Float)
  ) {
    let isRound = uniform(0, 1) < 0.5
    let shade = uniform(30, 225)
    let tint = (blue: uniform(-45, 45), red: uniform(-45, 45))
    let roughness = uniform(0, 1.6)
    let reach = max(radius.x, radius.y) * 1.5 + 2
    let sharpness = min(radius.x, radius.y)
    let columns = clamped(centre.x - reach, width)..<clamped(centre.x + reach, width)
    for y in clamped(centre.y - reach, height)..<clamped(centre.y + reach, height) {
      let dy = Float(y) - centre.y
      for x in columns {
        let dx = Float(x) - centre.x
        let u = (dx * axis.x + dy * axis.y) / radius.x
        let v = (dy * axis.x - dx * axis.y) / radius.y
        let distance = isRound ? (u * u + v * v).squareRoot() : max(abs(u), abs(v))
        let coverage = min(1, (1 - distance) * sharpness + 0.5)  // anti-aliases the edge
        guard coverage > 0 else { continue }
        let index = y * width + x
        luma[index] += (shade + 30 * u + roughness * texture[index] - luma[index]) * coverage
        blue[index] += (tint.blue - blue[index]) * coverage
        red[index] += (tint.red - red[index]) * coverage
      }
    }
  }

  private func clamped(_ position: Float, _ limit: Int) -> Int { min(limit, max(0, Int(position))) }

  // MARK: Labels

  /// Light rectangles with lines of made-up 3×5 glyphs.
  private mutating func paintLabels() {
    for _ in 0..<5 {
      let origin = (x: uniform(0, 0.85) * Float(width), y: uniform(0, 0.9) * Float(height))
      let dot = uniform(0.0022, 0.006) * longSide
      let columns = 12 + random.below(14)
      let lines = 2 + random.below(3)
      var glyphs: [UInt64] = []
      for _ in 0..<columns * lines { glyphs.append(random.chance(20) ? 0 : random.next()) }
      let right = clamped(origin.x + Float(columns * 4 + 3) * dot, width)
      let bottom = clamped(origin.y + Float(lines * 7 + 2) * dot, height)
      for y in clamped(origin.y, height)..<bottom {
        let dotY = Int((Float(y) - origin.y) / dot) - 2
        for x in clamped(origin.x, width)..<right {
          let dotX = Int((Float(x) - origin.x) / dot) - 2
          var isInk = false
          if dotX >= 0, dotY >= 0, dotX % 4 < 3, dotY % 7 < 5, dotX / 4 < columns, dotY / 7 < lines {
            let glyph = glyphs[dotY / 7 * columns + dotX / 4]
            isInk = glyph >> UInt64(dotY % 7 * 3 + dotX % 4) & 1 == 1
          }
          let index = y * width + x
          luma[index] = isInk ? 38 : 226
          blue[index] *= 0.3
          red[index] *= 0.3
        }
      }
    }
  }

  // MARK: Development

  /// Adds noise of the given standard deviation and converts to RGB (ITU-R BT.601, full range).
  private func developed(noise deviation: Float) -> PixelBuffer {
    var rgb = [UInt8](repeating: 0, count: width * height * 3)
    var grain = random
    let scale = deviation / 147.8  // the deviation of a sum of four random bytes
    for index in 0..<width * height {
      var light = luma[index]
      if deviation > 0 {
        let bits = grain.next()
        let sum = bits & 0xFF &+ bits >> 8 & 0xFF &+ bits >> 16 & 0xFF &+ bits >> 24 & 0xFF
        light += (Float(sum) - 510) * scale
      }
      rgb[index * 3] = Self.byte(light + 1.402 * red[index])
      rgb[index * 3 + 1] = Self.byte(light - 0.344136 * blue[index] - 0.714136 * red[index])
      rgb[index * 3 + 2] = Self.byte(light + 1.772 * blue[index])
    }
    return PixelBuffer(width: width, height: height, rgb: rgb)
  }

  private static func byte(_ value: Float) -> UInt8 { UInt8(min(255, max(0, value + 0.5))) }
}

/// An opaque picture: three bytes a pixel, red, green, blue, row by row.
struct PixelBuffer: Sendable, Hashable {
  let width: Int
  let height: Int
  var rgb: [UInt8]
}
