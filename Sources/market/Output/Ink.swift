/// The colours and the weight in which a character is drawn.
struct Ink: Equatable {
  enum Colour: Equatable {
    /// The terminal's own.
    case standard
    /// One of the 256 that terminals number, of which the user chooses the first 16.
    case indexed(UInt8)
    case rgb(RGB)
  }

  var foreground = Colour.standard
  var background = Colour.standard
  var isBold = false
  var isDim = false
  var isInverse = false

  static let plain = Ink()
  static let bold = Ink(isBold: true)
  static let dim = Ink(isDim: true)
  static let inverse = Ink(isInverse: true)
  static let red = Ink(foreground: .indexed(1))
  static let green = Ink(foreground: .indexed(2))
  static let yellow = Ink(foreground: .indexed(3))

  /// The parameters of SGR that change a terminal from `other` to this; without colours where it has none.
  func codes(from other: Ink, depth: ColourDepth) -> String {
    let endsWeight = other.isBold && !isBold || other.isDim && !isDim
    var codes: [String] = []
    if endsWeight { codes.append("22") }
    if isBold, endsWeight || !other.isBold { codes.append("1") }
    if isDim, endsWeight || !other.isDim { codes.append("2") }
    if isInverse != other.isInverse { codes.append(isInverse ? "7" : "27") }
    if depth != .none {
      if foreground != other.foreground { codes.append(foreground.code(on: "3", depth)) }
      if background != other.background { codes.append(background.code(on: "4", depth)) }
    }
    // "0" is as good and shorter where nothing is left.
    return self == .plain && !codes.isEmpty ? "0" : codes.joined(separator: ";")
  }
}

extension Ink.Colour {
  fileprivate func code(on ground: String, _ depth: ColourDepth) -> String {
    switch self {
    case .standard: ground + "9"
    case .indexed(let number) where number < 8: "\(ground)\(number)"
    case .indexed(let number): "\(ground)8;5;\(number)"
    case .rgb(let colour): colour.code(on: ground + "8", depth)
    }
  }
}

enum ColourDepth: String {
  /// None are wanted, or none are there.
  case none
  /// 256 (`38;5;n`), for terminals that do not say that they know more.
  case indexed
  /// 24 bits (`38;2;r;g;b`).
  case full

  /// Returns what the environment of a program at a terminal says (see no-color.org).
  init(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    guard (environment["NO_COLOR"] ?? "").isEmpty, !term.isEmpty, term != "dumb" else {
      self = .none
      return
    }
    let isFull = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") || term.hasSuffix("-direct")
    self = isFull ? .full : .indexed
  }
}
