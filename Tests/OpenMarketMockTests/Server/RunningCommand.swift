import Foundation
import OpenMarketTestSupport

/// The built `mock-server` executable at work.
final class RunningCommand: Sendable {
  /// How it ended.
  struct Ending: Sendable {
    var status: Int32
    var bySignal: Bool
    var output: String
    var errors: String
  }

  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()
  private let ending: AsyncStream<Void>

  /// Starts it with `arguments`.
  init(_ arguments: [String]) throws {
    process.executableURL = try BuiltProgram("mock-server").url
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = errors
    let (ending, continuation) = AsyncStream.makeStream(of: Void.self)
    self.ending = ending
    process.terminationHandler = { _ in continuation.finish() }
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Waits for the first line and returns the address in it.
  func address() async throws -> URL? {
    let line = await read(output) { $0.last == UInt8(ascii: "\n") }
    guard let address = line.wholeMatch(of: /listening on (http:\/\/\S+)\n/) else { return nil }
    return URL(string: String(address.1))
  }

  /// Waits until its standard error has a text, and returns what came until then.
  func errors(with text: String) async -> String {
    await read(errors) { String(decoding: $0, as: UTF8.self).contains(text) }
  }

  /// Sends it a signal.
  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits for its end, which it is brought to when the test is out of time.
  func finish() async -> Ending {
    await withTaskCancellationHandler {
      async let output = read(output)
      async let errors = read(errors)
      for await _ in ending {}
      return await Ending(
        status: process.isRunning ? SIGKILL : process.terminationStatus,
        bySignal: process.isRunning || process.terminationReason == .uncaughtSignal,
        output: output, errors: errors)
    } onCancel: {
      signal(SIGKILL)
    }
  }

  /// Reads until `isDone` or the end, on a thread that may block.
  private func read(_ pipe: Pipe, until isDone: @escaping @Sendable (Data) -> Bool = { _ in false }) async
    -> String
  {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var received = Data()
        while !isDone(received) {
          let bytes = pipe.fileHandleForReading.availableData
          if bytes.isEmpty { break }
          received += bytes
        }
        continuation.resume(returning: String(decoding: received, as: UTF8.self))
      }
    }
  }
}
