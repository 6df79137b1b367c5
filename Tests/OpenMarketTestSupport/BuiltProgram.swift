public import Foundation

/// An executable of this package, as built beside the tests.
public struct BuiltProgram: Sendable {
  /// What a finished run left behind.
  public struct Outcome: Sendable {
    /// The exit code, or 128 plus the signal that ended it.
    public var status: Int32
    /// All of standard output.
    public var output: String
    /// All of standard error.
    public var errors: String
  }

  /// Where the executable is.
  public let url: URL

  /// A process that a script has started in the background, or `nohup`, ignores some signals, and so would the programs
  /// that it starts: what a test sends them would have no effect, and the test would wait for ever.
  private static let signalsHaveEffect: Void = {
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP] { _ = signal(number, SIG_DFL) }
  }()

  /// Finds the executable called `name` beside the test bundle.
  public init(_ name: String) throws {
    Self.signalsHaveEffect
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let folder = (bundle ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
    url = folder.appending(path: name)
    guard FileManager.default.isExecutableFile(atPath: url.path) else {
      throw ContractError("there is no \(url.path); build it first (swift build --build-tests does)")
    }
  }

  /// Takes the program at `url`, such as one of the system.
  public init(at url: URL) {
    Self.signalsHaveEffect
    self.url = url
  }

  /// Runs it to its end, its standard streams being files, so that it sees no terminal.
  ///
  /// When the task is cancelled, as at the end of a test's time, the program is killed.
  /// - Parameters:
  ///   - arguments: The command line after the name.
  ///   - environment: All of its environment besides `PATH`, `HOME` and the options of a sanitizer.
  ///   - input: Its standard input (default: empty).
  ///   - output: Its standard output (default: a file, whose contents are in the outcome).
  /// - Returns: Its exit code and what it printed.
  /// - Throws: When it cannot be started.
  public func run(
    _ arguments: [String], environment: [String: String] = [:], input: String? = nil,
    output: FileHandle? = nil
  ) async throws -> Outcome {
    let folder = try TemporaryFolder()
    let (printed, errors) = (folder.url.appending(path: "output"), folder.url.appending(path: "errors"))
    for file in [printed, errors] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    var inherited = ["PATH": "/usr/bin:/bin", "HOME": folder.url.path]
    // A program that is built with a sanitizer takes its options from here, as the tests do (scripts/sanitize).
    inherited["ASAN_OPTIONS"] = ProcessInfo.processInfo.environment["ASAN_OPTIONS"]
    process.environment = inherited.merging(environment) { $1 }
    let typed = folder.url.appending(path: "input")
    try Data((input ?? "").utf8).write(to: typed)
    process.standardInput = try FileHandle(forReadingFrom: typed)
    process.standardOutput = try output ?? FileHandle(forWritingTo: printed)
    process.standardError = try FileHandle(forWritingTo: errors)
    let status: Int32 = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        process.terminationHandler = { ended in
          let isSignal = ended.terminationReason == .uncaughtSignal
          continuation.resume(returning: (isSignal ? 128 : 0) + ended.terminationStatus)
        }
        do { try process.run() } catch { continuation.resume(throwing: error) }
        if Task.isCancelled { Self.end(process) }
      }
    } onCancel: {
      if process.isRunning { Self.end(process) }
    }
    let outcome = Outcome(
      status: status, output: String(decoding: try Data(contentsOf: printed), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    guard !Task.isCancelled else {
      throw ContractError("\(url.lastPathComponent) \(arguments) was killed: \(outcome)")
    }
    return outcome
  }

  /// Kills it if it has begun: it may run before it has its number, and 0 is the group of the tests themselves.
  private static func end(_ process: Process) {
    if process.processIdentifier > 0 { kill(process.processIdentifier, SIGKILL) }
  }
}
