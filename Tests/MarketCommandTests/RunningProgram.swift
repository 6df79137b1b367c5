import Foundation
import OpenMarketTestSupport

/// A program that goes on while a test does.
final class RunningProgram {
  private let process = Process()
  private let folder: TemporaryFolder
  private var exits: AsyncStream<Int32>.Iterator

  /// Starts `program`; `onExit` is called when it is gone.
  init(
    _ program: BuiltProgram, _ arguments: [String], environment: [String: String],
    onExit: @escaping @Sendable () -> Void
  ) throws {
    folder = try TemporaryFolder()
    for name in ["output", "errors"] { try Data().write(to: folder.url.appending(path: name)) }
    let (statuses, exited) = AsyncStream.makeStream(of: Int32.self)
    exits = statuses.makeAsyncIterator()
    process.executableURL = program.url
    process.arguments = arguments
    let home = ["PATH": "/usr/bin:/bin", "HOME": folder.url.path]
    process.environment = home.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: folder.url.appending(path: "output"))
    process.standardError = try FileHandle(forWritingTo: folder.url.appending(path: "errors"))
    process.terminationHandler = { ended in
      onExit()
      exited.yield((ended.terminationReason == .uncaughtSignal ? 128 : 0) + ended.terminationStatus)
    }
    try process.run()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// Ends it at once, and returns when it is gone.
  func end() async {
    kill(process.processIdentifier, SIGKILL)
    _ = await exits.next(isolation: nil)
  }

  /// Sends it a signal.
  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  #if os(Linux)
    /// The limits of its resources, as Linux shows them.
    func limits() throws -> String {
      try String(contentsOfFile: "/proc/\(process.processIdentifier)/limits", encoding: .utf8)
    }
  #endif

  /// What it has printed so far: `output` or `errors`.
  func text(_ name: String) throws -> String {
    try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
  }

  /// What it left behind, once it has ended.
  func outcome() async throws -> (status: Int32, output: String, errors: String) {
    guard let status = await exits.next(isolation: nil) else { throw ContractError("it does not end") }
    return (status, try text("output"), try text("errors"))
  }
}

extension SyncedDevice {
  /// Starts `market`; `onExit` is called when it is gone.
  func start(
    _ arguments: [String], onExit: @escaping @Sendable () -> Void = {}
  ) throws -> RunningProgram {
    try RunningProgram(market, arguments, environment: environment, onExit: onExit)
  }
}
