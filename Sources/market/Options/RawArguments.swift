import ArgumentParser
import Foundation

/// The bytes of the command line and of the environment.
enum RawArguments {
  /// Refuses what is no UTF-8 text, which would be read with other characters in its place, and name another file; and a
  /// system that does not tell it, as Linux without `/proc`: every command would only print the help, and succeed.
  /// - Throws: `ValidationError`.
  static func validate() throws {
    guard CommandLine.argc > 0 else {
      throw ValidationError("the command line cannot be read, as /proc is not mounted")
    }
    let advice = "is not UTF-8 text; is the terminal set to another encoding?"
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = unsafe CommandLine.unsafeArgv[index] else { continue }
      guard unsafe String(validatingCString: bytes) == nil else { continue }
      throw ValidationError("argument \(index) \(advice)")
    }
    let environment = ProcessInfo.processInfo.environment
    if let name = environment.keys.sorted().first(where: {
      ($0.hasPrefix("OPENMARKET_") || folderNames.contains($0))
        && environment[$0]?.contains("\u{FFFD}") == true
    }) {
      throw ValidationError("\(name) \(advice)")
    }
  }

  /// Returns how to write what begins with `-` and is no option, for an error that may come of it; empty where there is none.
  static func hint(_ message: String, in arguments: [String] = CommandLine.arguments) -> String {
    let isShort: (String) -> Bool = {
      $0.hasPrefix("-") && !$0.hasPrefix("--") && !["-", "-h", "-o"].contains($0)
    }
    let arguments = arguments.prefix { $0 != "--" }
    for (option, value) in zip(arguments, arguments.dropFirst())
    where isShort(value) && message.hasPrefix("Missing value for '\(option) <") {
      return "; a value that begins with - goes behind =, as in \(option)=\(value.printable)"
    }
    let takesText = arguments.contains("search") || arguments.contains("suggest")
    let mayBeText =
      message.hasPrefix("Missing expected argument") || message.hasPrefix("give a text")
      || takesText && message.hasPrefix("Unknown option '-") && !message.hasPrefix("Unknown option '--")
    guard mayBeText, let text = arguments.first(where: isShort)?.printable else { return "" }
    return "; a text that begins with - goes behind --, as in -- \(text)"
  }

  /// The variables that ``UserFolder`` reads.
  private static let folderNames = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"]
}

extension ParsableArguments {
  /// Refuses the command line unless something holds.
  /// - Throws: `ValidationError`.
  func require(_ holds: Bool, _ problem: @autoclosure () -> String) throws {
    if !holds { throw ValidationError(problem()) }
  }

  /// Refuses an option in the place of the text of another, as where a script's variable is empty.
  /// - Throws: `ValidationError`.
  func requireText(_ option: String, _ text: String?) throws {
    guard let text, text.wholeMatch(of: /--[a-z][a-z-]*(=.*)?/) != nil else { return }
    throw ValidationError("\(option) has no text: '\(text.printable)' is an option")
  }

  /// Refuses the value of an option beyond `range`, whose `unit` the message names; one that is not given is none.
  /// - Throws: `ValidationError`.
  func require<Number: Comparable & Numeric>(
    _ option: String, _ value: Number?, in range: ClosedRange<Int>, unit: String = ""
  ) throws {
    guard let value else { return }
    let (least, most) = (Number(exactly: range.lowerBound), Number(exactly: range.upperBound))
    if let least, let most, least...most ~= value { return }
    throw ValidationError(
      "\(option) is \(value); it must be \(range.lowerBound) to \(range.upperBound)\(unit)")
  }
}

extension ArgumentHelp {
  static func value(_ name: String, _ text: String) -> ArgumentHelp { ArgumentHelp(text, valueName: name) }
}

extension Array where Element: Hashable {
  /// The elements without repetitions, in their order: an argument that is given twice is meant once.
  var unrepeated: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
