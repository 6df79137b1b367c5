import Foundation
import OpenMarketTestSupport
import Testing

/// What `market --help` says, and what must say the same.
@Suite(.timeLimit(.minutes(5)))
struct CommandHelpTests {
  private let market: BuiltProgram
  private let document: OpenAPIDocument

  init() throws {
    market = try BuiltProgram("market")
    document = try OpenAPIDocument.ofRepository()
  }

  @Test(
    "help of a command by its names", arguments: [["help", "store", "trim"], ["store", "trim", "--help"]])
  func help(arguments: [String]) async throws {
    let outcome = try await market.run(arguments)
    #expect(outcome.status == 0 && outcome.output.contains("USAGE: market store trim"), "\(outcome)")
  }

  @Test(
    "of what begins with - the error says how to write it",
    arguments: [
      (["search", "-foo"], "; a text that begins with - goes behind --, as in -- -foo ("),
      (["search", "의자", "-5"], "; a text that begins with - goes behind --, as in -- -5 ("),
      (["suggest", "-x"], "; a text that begins with - goes behind --, as in -- -x ("),
      (["sell", "--photo", "-a.jpg"], "; a value that begins with - goes behind =, as in --photo=-a.jpg ("),
    ])
  func dashes(arguments: [String], hint: String) async throws {
    let outcome = try await market.run(arguments)
    #expect(outcome.status == 64 && outcome.errors.contains(hint), "\(outcome)")
  }

  @Test(
    "no such advice is given for another argument",
    arguments: [["sell", "--price", "-5", "--photo"], ["search", "의자", "--nothing", "-5"], ["list", "-n"]])
  func noAdvice(arguments: [String]) async throws {
    let outcome = try await market.run(arguments)
    #expect(outcome.status == 64 && !outcome.errors.contains("begins with -"), "\(outcome)")
  }

  @Test("an error repeats no argument of 100 kB, and ends as always")
  func longArgument() async throws {
    let text = String(repeating: "a", count: 100_000)
    for arguments in [["sell", "--price", text], [text]] {
      let outcome = try await market.run(arguments)
      #expect(outcome.status == 64 && outcome.errors.utf8.count < 5_000, "\(outcome.errors.utf8.count) bytes")
      #expect(outcome.errors.hasSuffix("--help')\n"))
    }
  }

  @Test("in a folder that was deleted, what leads nowhere is said, and the rest goes on")
  func deletedFolder() async throws {
    let folder = try TemporaryFolder()
    let shell = BuiltProgram(at: URL(filePath: "/bin/sh"))
    let script = #"mkdir "$HOME/gone" && cd "$HOME/gone" && rmdir "$HOME/gone" && exec "$0" "$@""#
    for (arguments, status) in [
      (["store", "path"], Int32(0)), (["store", "path", "--store", "s"], 78), (["sell", "--from", "a"], 66),
      (["image", "a.jpg"], 66),
    ] {
      let outcome = try await shell.run(
        ["-c", script, market.url.path] + arguments,
        environment: ["HOME": folder.url.path, "OPENMARKET_SERVER": "http://127.0.0.1:9"])
      #expect(outcome.status == status, "\(outcome)")
      #expect(outcome.errors.contains("the current folder was deleted") == (status != 0), "\(outcome)")
    }
  }

  @Test("no line of the exit codes is broken, as their text is indented")
  func exitCodes() async throws {
    let lines = try await market.run(["--help"]).output.split(separator: "\n").map(String.init)
    let table = lines.drop { !$0.hasPrefix("EXIT CODES") }.dropFirst().prefix { !$0.hasPrefix("USAGE") }
    #expect(table.count > 20 && table.allSatisfy { $0.hasPrefix("  ") }, "\(table)")
  }

  @Test("no help names a default twice, and that of list says what filters need")
  func defaults() async throws {
    let explained = try await market.run(["explain", "list", "--help"]).output
    #expect(explained.contains("--patience <seconds>"), "\(explained)")
    #expect(explained.ranges(of: /\(default:\s+3(\.0)?\)/).count == 1, "\(explained)")
    let listed = try await market.run(["list", "--help"]).output
    #expect(listed.contains("FILTERS, WITH --OFFLINE:"), "\(listed)")
  }

  @Test("completion scripts for every shell have all commands", arguments: ["bash", "zsh", "fish"])
  func completion(shell: String) async throws {
    let outcome = try await market.run(["--generate-completion-script", shell])
    #expect(outcome.status == 0)
    for word in try await commands() + ["interactive", "offline", "resolve"] {
      #expect(outcome.output.contains(word), "\(word)")
    }
  }

  @Test("the article on the command line names every command")
  func article() async throws {
    let file = document.folder.deletingLastPathComponent()
      .appending(path: "Sources/OpenMarket/Documentation.docc/CommandLine.md")
    let words = try String(contentsOf: file, encoding: .utf8).split { !$0.isLetter }
    #expect(Set(try await commands()).subtracting(words.map(String.init)) == [])
  }

  /// The commands that `market --help` lists.
  private func commands() async throws -> [String] {
    let help = try await market.run(["--help"]).output
    let list = try #require(help.split(separator: "SUBCOMMANDS:\n").dropFirst().first)
    let commands = list.split(separator: "\n").compactMap {
      $0.prefixMatch(of: #/  ([a-z]+)  /#).map { String($0.1) }
    }
    try #require(commands.count > 20)
    return commands
  }
}
