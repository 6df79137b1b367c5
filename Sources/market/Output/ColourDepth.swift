/// How many colours a terminal has.
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
