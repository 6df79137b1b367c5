import Foundation
import MockServerNIO
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@Suite("market --record", .timeLimit(.minutes(5)))
struct RecordTests {
  @Test("a recorded list replays without the server, and nothing is overwritten")
  func list() async throws {
    let server = try await MockServer.start(handler: MarketplaceMock { $0.productCount = 30 })
    let device = try SyncedDevice(server: server.url)
    let file = device.folder.url.appending(path: "list.har").path
    let recorded = try await device.run("list", "--online", "--json", "--record", file)
    let again = try await device.run("list", "--record", file)
    try await server.stop()
    #expect(recorded.status == 0, "\(recorded.errors)")
    #expect(again.status != 0 && again.errors.contains("overwrite"), "\(again.errors)")
    let replaying = try SyncedDevice(server: server.url)
    let replayed = try await replaying.run("list", "--online", "--json", "--replay", file)
    #expect(replayed.status == 0 && replayed.output == recorded.output, "\(replayed.errors)")
    let other = try await replaying.run("health", "--replay", file)
    #expect(other.status == 1 && other.errors.contains("left over"), "\(other.errors)")
  }

  @Test("every command has the option; a folder that is not there and both options are errors")
  func options() async throws {
    let device = try SyncedDevice(server: URL(filePath: "/"))
    for command in ["list", "sync", "sell", "show", "search", "watch", "health", "conformance"] {
      #expect(try await device.run(command, "--help").output.contains("--record"), "\(command)")
    }
    let missing = device.folder.url.appending(path: "no/list.har").path
    let server = ["--server", "http://127.0.0.1:1"]
    let outcome = try await device.run(["health", "--record", missing] + server)
    #expect(outcome.status == 65 && outcome.errors.contains("cannot be made"), "\(outcome)")
    #expect(try await device.run(["health", "--record", "a", "--replay", "b"] + server).status == 64)
  }

  @Test("a recording that cannot be begun leaves no file, which would forbid the next one")
  func leavesNothing() async throws {
    let device = try SyncedDevice(server: URL(filePath: "/"))
    let file = device.folder.url.appending(path: "list.har").path
    let shell = BuiltProgram(at: URL(filePath: "/bin/sh"))
    // Through a pipe, as the test's own files for output would be too long, too.
    let script = #"""
      { (ulimit -f 0; exec "$0" health --server http://127.0.0.1:1 --record "$1"); echo "status $?"; } 2>&1 | cat
      """#
    let outcome = try await shell.run(
      ["-c", script, device.market.url.path, file], environment: device.environment)
    #expect(
      outcome.output == "market: \(file) cannot be written: is the disk full?\nstatus 65\n", "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: file))
  }
}
