import Foundation
import Testing

@Suite("The mock-server executable", .timeLimit(.minutes(5)))
struct CommandTests {
  @Test(
    "it prints its address first, serves the market, and a signal stops it with open connections",
    arguments: [SIGTERM, SIGINT])
  func stopsOnSignal(number: Int32) async throws {
    let command = try RunningCommand(["--port", "0", "--products", "30", "--seed", "5"])
    let address = try #require(try await command.address())
    let idle = try RawClient(address)
    let client = try RawClient(address)
    await client.send("GET /api/products HTTP/1.1\nHost: x\n\n")
    #expect(await client.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK\r\n"))

    command.signal(number)
    let ending = await command.finish()
    #expect(ending.status == 0 && !ending.bySignal)
    #expect(await idle.receiveToEnd().text == "")
  }

  @Test("a port in use is one line on standard error and exit code 1; once free, it is had again")
  func portInUse() async throws {
    // Of its own where there are many, so that nobody else gets the port meanwhile.
    #if os(Linux)
      let host = "127.0.0.77"
    #else
      let host = "127.0.0.1"
    #endif
    let first = try RunningCommand(["--host", host, "--port", "0"])
    let address = try #require(try await first.address())
    let port = try #require(address.port)
    let again = ["--host", host, "--port", "\(port)"]

    let second = await (try RunningCommand(again)).finish()
    #expect(second.status == 1)
    #expect(second.output == "")
    #expect(
      second.errors
        == "mock-server: port \(port) on \(host) is in use; stop the other program or use port 0 for a free one\n"
    )

    let client = try RawClient(address)
    await client.send("GET /healthChecker HTTP/1.1\nHost: x\n\n")
    #expect(await client.receive(through: #""OK""#).hasPrefix("HTTP/1.1 200 OK\r\n"))
    first.signal(SIGTERM)
    _ = await first.finish()
    let third = try RunningCommand(again)
    #expect(try await third.address() == address)
    third.signal(SIGTERM)
    #expect(await third.finish().status == 0)
  }

  @Test(
    "bad arguments end with code 64 and a line that names them",
    arguments: [
      (["--port", "65536"], "Error: --port must be 0 to 65535, not 65536"),
      (["--port", "x"], "Error: The value 'x' is invalid for '--port <number>'"),
      (["--products=-1"], "Error: --products must be 0 to 10000000, not -1"),
      (["--latency=-1"], "Error: --latency must be 0 to 3600000 milliseconds, not -1"),
      (["--seed=-1"], "Error: The value '-1' is invalid for '--seed <number>'"),
      (["--base-url", "x"], "Error: The value 'x' is invalid for '--base-url <url>': must start with"),
      (["--host", "192.0.2.1"], "mock-server: 192.0.2.1 is not an address of this machine"),
      (["--what"], "Error: Unknown option '--what'"),
    ])
  func badArguments(arguments: [String], message: String) async throws {
    let ending = await (try RunningCommand(arguments)).finish()
    #expect(ending.status == 64)
    #expect(ending.output == "")
    #expect(ending.errors.split(separator: "\n").contains { $0.hasPrefix(message) })
  }

  @Test("listening beyond this machine is warned of; the console is at an address of this machine")
  func warning() async throws {
    let command = try RunningCommand(["--port", "0", "--host", "0.0.0.0"])
    let port = try #require(try await command.address()?.port)
    command.signal(SIGTERM)
    let errors = await command.finish().errors
    #expect(
      errors.hasPrefix(
        """
        mock-server: warning: with --host 0.0.0.0, other machines may reach this server
        console http://127.0.0.1:\(port)/__mock/console

        """), "\(errors)")
  }

  @Test("an address of IPv6 may have brackets, as in a URL")
  func brackets() async throws {
    let command = try RunningCommand(["--port", "0", "--host", "[::1]"])
    let address = try #require(try await command.address())
    #expect(address.absoluteString.hasPrefix("http://[::1]:"))
    command.signal(SIGTERM)
    let errors = await command.finish().errors
    #expect(errors.hasPrefix("console \(address.absoluteString)/__mock/console\n"), "\(errors)")
  }

  @Test("--version is that of the library")
  func version() async throws {
    let ending = await (try RunningCommand(["--version"])).finish()
    #expect(ending.status == 0 && ending.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
  }
}
