import ArgumentParser
import Foundation

/// The names of commands that the command line begins with.
struct CommandLineNames {
  /// Such as `market`, `outbox` and `edit`.
  private(set) var names = ["market"]
  /// An argument in the place of a command's name that is none, and the names that there are.
  private(set) var unknown: (name: String, known: [String])?

  init(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) {
    var subcommands = Market.configuration.subcommands
    for argument in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
      let known = subcommands.map { $0.configuration.commandName ?? "\($0)".lowercased() }
      guard let index = known.firstIndex(of: argument) else {
        if !known.isEmpty, !argument.hasPrefix("-"), argument != "help" { unknown = (argument, known) }
        return
      }
      names.append(argument)
      subcommands = subcommands[index].configuration.subcommands
    }
  }

  /// Refuses an unknown command, with the most similar one.
  /// - Throws: `ValidationError`.
  func validate() throws {
    guard let (name, known) = unknown else { return }
    let nearest = known.map { (name: $0, distance: Self.distance(name.lowercased(), $0)) }.min {
      $0.distance < $1.distance
    }
    // One letter replaced, or two exchanged.
    let hint = nearest.flatMap { $0.distance <= 2 ? "; did you mean '\($0.name)'?" : nil } ?? ""
    throw ValidationError("there is no command '\(name.printable)'\(hint)")
  }

  /// The number of letters to insert and to remove to make `name` of `text`; the end of `name` may be missing for one.
  private static func distance(_ text: String, _ name: String) -> Int {
    if text.count >= 2, name.hasPrefix(text) { return 1 }
    // A much longer text is none that was mistyped, and takes long to compare.
    return abs(text.count - name.count) > 2 ? .max : name.difference(from: text).count
  }
}
