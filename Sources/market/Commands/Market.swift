import ArgumentParser
import Foundation
import OpenMarket
import OpenMarketImages

struct Market: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "market",
    abstract: "Browses a second-hand market with the OpenMarket API, and sells there.",
    discussion: """
      The server is --server, else OPENMARKET_SERVER, else "server" in ~/.config/openmarket/config.json \
      (OPENMARKET_CONFIG names another file). Responses are stored on this device, in a folder for each server \
      ('market store path' prints it; --store, OPENMARKET_STORE or "store" in the file name another), and 'market sync' \
      stores the whole catalogue; with --offline commands read only the store. A listing is saved on this device before it \
      is sent, and stays in 'market outbox' until the server has it. Colour and progress bars appear on terminals only; NO_COLOR \
      turns colour off. Tables leave out columns that a narrow terminal has no room for; elsewhere nothing is cut. With \
      --json every command prints JSON in a documented, stable format.

      On Linux requests go through the proxy that http_proxy or https_proxy (by the server's scheme), else all_proxy names, \
      except to hosts in no_proxy; HTTP_PROXY in capitals does not count, as with curl. On Apple's platforms the proxy is \
      that of the system's settings.

      Completion: market --generate-completion-script bash|zsh|fish

      \(ExitStatus.help)
      """,
    version: UserAgent.libraryVersion,
    subcommands: [
      Health.self, Browse.self, List.self, Search.self, Watch.self, Show.self, Image.self, Suggest.self,
      Sync.self,
      Sales.self, Recent.self, Sell.self, Edit.self, Sold.self, Relist.self, Delete.self, OutboxCommand.self,
      Login.self, Logout.self, WhoAmI.self, Explain.self, Inspect.self, Conformance.self, Store.self,
      Images.self,
    ])
}

@main enum Main {
  /// Runs the command line; every error becomes one line on standard error and an exit code.
  static func main() async {
    forbidCoreDumps()
    // Swift's runtime takes Ctrl-\ for a crash, and asks at the terminal what to do.
    TerminalSignals.reset(SIGQUIT)
    StandardStreams.prepare()
    FreedMemory.shareArenas()
    let terminal = Terminal()
    do {
      try await MarketEvent.Cause.$current.withValue(MarketEvent.Cause(causeName)) {
        try RawArguments.validate()
        try CommandLineNames().validate()
        var command = try Market.parseAsRoot()
        try ProcessLimits.validate()
        if var command = command as? any AsyncParsableCommand {
          try await command.run()
        } else {
          try command.run()
        }
      }
      try CommandTransport.finish()
    } catch {
      // The command's error counts more, but none is silent.
      do {
        try CommandTransport.finish()
      } catch let other {
        terminal.note("market: warning: \("\(other)".printable)")
      }
      finish(with: error, on: terminal)
    }
  }

  /// The cause of all that the command does, such as `market sell`: never its arguments.
  private static var causeName: String { CommandLineNames().names.prefix(2).joined(separator: " ") }

  /// A core dump would show the secret, which nearly every command may read.
  private static func forbidCoreDumps() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Darwin)
      _ = unsafe setrlimit(RLIMIT_CORE, &none)
    #else
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    #endif
  }

  private static func finish(with error: any Error, on terminal: Terminal) -> Never {
    let status: ExitStatus
    let text: String
    switch error {
    case is ExitCode: Market.exit(withError: error)  // everything has been said
    case let error as EndedBySignal: TerminalSignals.endProcess(by: error.number)
    case let error as OutputError where error.isReaderGone: TerminalSignals.endProcess(by: SIGPIPE)
    case is HTTPError, is SubmissionFailure, is StoreError, is ImageError, is SettingsError, is OutputError:
      (status, text) = (ExitStatus(error), error.sentence)
    case let error as CredentialsError: (status, text) = (ExitStatus(error.code), error.message)
    case let error as NotInForeground: (status, text) = (.temporaryFailure, error.description)
    case let error as CocoaError: (status, text) = (.failure, "cannot write: \(error.systemReason)")
    case is CancellationError: (status, text) = (.failure, "cancelled")
    default:
      if Market.exitCode(for: error) == .success { show(Market.fullMessage(for: error), on: terminal) }
      let isUsage = Market.exitCode(for: error) == .validationFailure
      status = isUsage ? .usage : .failure
      let help = CommandLineNames().names.joined(separator: " ") + " --help"
      let message = Market.message(for: error)
      text = message + (isUsage ? "\(RawArguments.hint(message)) (see '\(help)')" : "")
    }
    // Relative paths lead nowhere, which the errors of those who use them do not say.
    let concernsFiles = [ExitStatus.invalidInput, .notFound, .storeFailure, .notAllowed].contains(status)
    let hint = concernsFiles && URL.currentFolderIsGone ? " (the current folder was deleted)" : ""
    let line = (text + hint).printable.withoutMiddle
    terminal.note(terminal.errorStyle.red("market:") + " " + line)
    Market.exit(withError: ExitCode(status.rawValue))
  }

  /// Ends with what `--help` or `--version` is to show.
  private static func show(_ text: String, on terminal: Terminal) -> Never {
    do {
      if !text.isEmpty { try terminal.print(text) }
    } catch {
      finish(with: error, on: terminal)
    }
    Market.exit()
  }
}

extension String {
  /// The text, or the beginning and the end of one that repeats an argument of 100 kB.
  fileprivate var withoutMiddle: String {
    utf8.count > 10_000 ? prefix(2_000) + " … " + suffix(2_000) : self
  }
}
