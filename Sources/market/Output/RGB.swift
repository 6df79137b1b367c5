struct RGB: Hashable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
}

extension RGB {
  init(_ channels: SIMD3<Int>) {
    self.init(
      red: UInt8(clamping: channels.x), green: UInt8(clamping: channels.y), blue: UInt8(clamping: channels.z))
  }

  init(_ red: Int, _ green: Int, _ blue: Int) { self.init(SIMD3(red, green, blue)) }

  var channels: SIMD3<Int> { SIMD3(Int(red), Int(green), Int(blue)) }

  /// The square of the distance in the cube of colours.
  func distance(to other: RGB) -> Int {
    let difference = channels &- other.channels
    return (difference &* difference).wrappedSum()
  }

  /// The parameters of SGR for this colour of the foreground (38) or the background (48).
  func code(on ground: String, _ depth: ColourDepth) -> String {
    switch depth {
    case .full: "\(ground);2;\(red);\(green);\(blue)"
    case .indexed: "\(ground);5;\(nearestIndex)"
    case .none: ground == "38" ? "39" : "49"
    }
  }

  /// The levels of the cube of 216 colours that xterm's palette has from 16 on.
  private static let levels: [Int] = [0, 95, 135, 175, 215, 255]

  /// The nearest of xterm's fixed colours: 16 to 231 are a cube, 232 to 255 greys from 8 to 238 in steps of 10.
  ///
  /// The first 16 are whatever the user has made of them.
  var nearestIndex: Int {
    func level(_ value: UInt8) -> Int {
      let value = Int(value)
      return value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40
    }
    let (red, green, blue) = (level(self.red), level(self.green), level(self.blue))
    let cube = RGB(Self.levels[red], Self.levels[green], Self.levels[blue])
    let mean = channels.wrappedSum() / 3
    let step = min(max((mean - 3) / 10, 0), 23)
    let grey = RGB(SIMD3(repeating: 8 + 10 * step))
    return distance(to: grey) < distance(to: cube) ? 232 + step : 16 + 36 * red + 6 * green + blue
  }
}
