import Foundation
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// What `market` does when standard output cannot be written.
@Suite(.serialized, .timeLimit(.minutes(5))) struct OutputTests {
  /// The end of a pipe that nothing reads.
  private func brokenPipe() throws -> FileHandle {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    return pipe.fileHandleForWriting
  }

  private func run(
    _ arguments: [String], on device: SellingDevice, output: FileHandle
  ) async throws -> BuiltProgram.Outcome {
    try await device.market.run(arguments, environment: device.environment, output: output)
  }

  @Test("a reader that has enough ends every command quietly, as SIGPIPE does, and what was done is done")
  func reader() async throws {
    let device = try await SellingDevice()
    let commands = [
      device.sell(), ["list"], ["list", "--all", "--json"], ["list", "--offline"], ["store", "path"],
      ["outbox", "list"], ["--help"], ["list", "--help"], ["--version"],
    ]
    for command in commands {
      // Something has to be printed by each.
      if command == ["outbox", "list"] { _ = try await device.run(device.sell("의자 둘", ["--no-wait"])) }
      let outcome = try await run(command, on: device, output: try brokenPipe())
      #expect(outcome.status == 128 + SIGPIPE && outcome.errors.isEmpty, "\(command): \(outcome)")
    }
    #expect(device.effects == [.created])
  }

  @Test(
    "on a full disk the error says so, and what was done",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func full() async throws {
    let device = try await SellingDevice()
    func run(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
      try await self.run(
        arguments, on: device, output: try FileHandle(forWritingTo: URL(filePath: "/dev/full")))
    }
    let problem = "market: standard output cannot be written: No space left on device"
    for json in [[], ["--json"]] {
      let name = json.isEmpty ? "의자 하나" : "의자 둘"
      let sold = try await run(device.sell(name) + json)
      #expect(sold.status == 74, "\(sold)")
      let number = json.isEmpty ? 4 : 5
      #expect(sold.errors == "\(problem). Outcome: \(number) is listed: \(name), 45,000원\n", "\(sold)")
    }
    #expect(device.effects == [.created, .created])
    let both = try await run(["sold", "4", "5"])
    #expect(both.errors == "\(problem). Outcome: 4 is sold; 5 is sold\n", "\(both)")
    #expect(try await device.run(device.sell("의자 셋", ["--no-wait"])).status == 0)
    let delivered = try await run(["outbox", "run"])
    #expect(delivered.errors == "\(problem). Outcome: 6 is listed: 의자 셋, 45,000원\n", "\(delivered)")
    for arguments in [["list"], ["list", "--help"]] {
      let outcome = try await run(arguments)
      #expect(outcome.status == 74 && outcome.errors == problem + "\n", "\(outcome)")
    }
  }

  @Test("a closed standard output is an error, and nothing else is written in its place")
  func closed() async throws {
    let device = try await SellingDevice()
    let shell = BuiltProgram(at: URL(filePath: "/bin/sh"))
    let outcome = try await shell.run(
      ["-c", #"exec "$0" "$@" >&-"#, device.market.url.path] + device.sell(), environment: device.environment)
    #expect(outcome.status == 74, "\(outcome)")
    #expect(outcome.errors.contains("Outcome: 4 is listed: 접이식 캠핑 의자, 45,000원"), "\(outcome)")
    #expect(device.effects == [.created])
    #expect(try await device.run("store", "check").status == 0)
  }
}
