import ArgumentParser

enum GraphicsMode: Equatable {
  case kitty, sixel
  case blocks(ColourDepth)

  /// A hint in the environment.
  enum Clue: Equatable {
    case known(GraphicsMode)
    /// Only the terminal itself can tell; characters of these colours will do in any case.
    case unknown(ColourDepth)
    case none
  }

  /// Returns the hint that the environment of a program at a terminal gives.
  static func clue(in environment: [String: String]) -> Clue {
    func has(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    let term = environment["TERM"] ?? ""
    let colours = ColourDepth(environment: environment)
    guard colours != .none else { return .none }
    // Within tmux and screen the variables are those of the terminal around, which does not see what is sent.
    guard !has("TMUX"), !has("STY"), !term.hasPrefix("screen"), !term.hasPrefix("tmux") else {
      return .unknown(colours)
    }
    let program = environment["TERM_PROGRAM"] ?? ""
    if has("KITTY_WINDOW_ID") || ["xterm-kitty", "xterm-ghostty"].contains(term)
      || ["ghostty", "WezTerm"].contains(program)
    {
      return .known(.kitty)
    }
    if ["foot", "mlterm", "yaft"].contains(where: { term.hasPrefix($0) }) || term.contains("sixel")
      || program == "iTerm.app"
    {
      return .known(.sixel)
    }
    // They have no pictures, and write down what they do not understand.
    if term == "linux" || program == "Apple_Terminal" { return .known(.blocks(colours)) }
    return .unknown(colours)
  }
}

/// How pictures are displayed, by its name on the command line.
enum GraphicsOption: String, ExpressibleByArgument, CaseIterable {
  case auto, kitty, sixel, blocks, none
}
