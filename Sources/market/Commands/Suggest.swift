import ArgumentParser
import Foundation
import OpenMarketAPI

/// The subcommand `market suggest`.
struct Suggest: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Completes what somebody has begun to type.",
    discussion: """
      --interactive lets you type in the terminal and shows suggestions as you do: arrows choose, Tab completes, \
      Enter prints the choice (or the text) to standard output, Esc, Ctrl-C and Ctrl-D leave with exit code 130. \
      It is drawn on standard error, so that name=$(market suggest --interactive) works.
      """)

  @Argument(help: "The beginning of a word or of a product's name; with --interactive, what to start with.")
  var text: String?

  @Flag(name: .shortAndLong, help: "Type and choose in the terminal.")
  var interactive = false

  @Option(help: "At most so many, 1 to 50.")
  var limit = 10

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard 1...50 ~= limit else { throw ValidationError("--limit is \(limit); it must be 1 to 50") }
    guard text != nil || interactive else {
      throw ValidationError("give a text to complete, or --interactive")
    }
    guard !interactive || !common.json else {
      throw ValidationError("--interactive and --json exclude each other")
    }
  }

  func run() async throws {
    let client = try common.makeClient()
    let find = { @Sendable [limit] text in try await client.suggestions(for: text, limit: limit) }
    let terminal = Terminal()
    if interactive {
      try terminal.print(await choose(from: find, style: terminal.errorStyle))
    } else {
      let suggestions = try await find(text ?? "")
      try common.json ? terminal.printJSON(suggestions) : terminal.print(suggestions.map(\.printable))
    }
  }

  private func choose(from source: @escaping SuggestionPrompt.Source, style: Style) async throws -> String {
    guard let keyboard = KeyboardMode.raw(STDIN_FILENO), isatty(STDERR_FILENO) == 1 else {
      throw ValidationError(
        "--interactive needs a terminal at standard input and standard error; without one: market suggest TEXT"
      )
    }
    let prompt = SuggestionPrompt(keyboard: keyboard, style: style, source: source)
    guard let choice = await prompt.run(startingWith: text?.printable ?? "") else {
      throw ExitCode(ExitStatus.interrupted.rawValue)
    }
    return choice.printable
  }
}
