#if os(Linux)
  import Foundation
  import MockServerNIO
  import OpenMarketMock
  import OpenMarketTestSupport
  import Testing

  /// Commands that take the terminal, as background jobs of a shell; only util-linux's `setsid` gives one a terminal.
  @Suite(.timeLimit(.minutes(5)))
  struct BackgroundJobTests {
    private static let enterScreen = "\u{1B}[?1049h"

    /// A shell at a terminal of its own that runs `script`, in which `$0` is `market`.
    private func shell(_ script: String, server: URL) throws -> ProgramAtTerminal {
      try ProgramAtTerminal(
        BuiltProgram(at: URL(filePath: "/usr/bin/setsid")),
        ["--ctty", "--wait", "/bin/sh", "-c", script, BuiltProgram("market").url.path],
        environment: ["OPENMARKET_SERVER": server.absoluteString], showsOutput: true)
    }

    /// A shell with job control that starts `market` with `arguments` in the background, with the terminal in a mode as at a
    /// prompt that can be edited. It says when the job has stopped and has left that mode alone, brings it to the foreground
    /// with the usual mode, and prints its exit status.
    private func job(_ arguments: String, server: URL) throws -> ProgramAtTerminal {
      let script = """
        set -m; trap : INT
        usual=$(stty -g); stty -icanon -echo -icrnl; prompt=$(stty -g)
        "$0" \(arguments) &
        until jobs > "$HOME/jobs"; grep -qi stopped "$HOME/jobs"; do kill -0 $! || exit 9; done
        [ "$(stty -g)" = "$prompt" ] && echo it waits
        stty "$usual"
        fg %1 > /dev/null
        echo "status $?"
        """
      return try shell(script, server: server)
    }

    @Test(
      "a background job that would take the terminal stops before it does, and goes on in the foreground",
      arguments: [
        ("browse --graphics none", "Products"), ("suggest --interactive", "> "),
      ])
    func screen(arguments: String, title: String) async throws {
      let server = try await MockServer.start(handler: MarketplaceMock { $0.productCount = 30 })
      let program = try job(arguments, server: server.url)
      let before = try await program.drawn("it waits")
      #expect(!before.contains("\u{1B}"), "\(before)")
      try await program.drawn(Self.enterScreen)
      try await program.drawn(title)
      try program.press("\u{3}")
      try await program.drawn("status 130")
      #expect(try await program.status() == 0)
      #expect(program.mode == program.initialMode)
      try await server.stop()
    }

    @Test("a background job that asks stops before it does", arguments: ["login --identifier bob", "login"])
    func prompt(arguments: String) async throws {
      let server = try await MockServer.start(handler: MarketplaceMock())
      let program = try job(arguments, server: server.url)
      let before = try await program.drawn("it waits")
      #expect(!before.contains(": "), "\(before)")
      if arguments == "login" {
        try await program.drawn("Identifier: ")
        try program.press("bob\r")
      }
      try await program.drawn("Secret (not displayed): ")
      try program.press("geheim\r")
      try await program.drawn("status 0")
      #expect(try await program.status() == 0)
      #expect(program.mode == program.initialMode)
      try await server.stop()
    }

    @Test("a watch in the background of a script shows lines, and does not stop")
    func watch() async throws {
      let server = try await MockServer.start(handler: MarketplaceMock { $0.productCount = 30 })
      let script = #"timeout 60 "$0" watch 의자 --count 1; echo "status $?""#
      let program = try shell(script, server: server.url)
      let text = try await program.drawn("status 0")
      #expect(text.contains("TIME") && !text.contains(Self.enterScreen), "\(text)")
      #expect(try await program.status() == 0)
      try await server.stop()
    }

    @Test("a background job that no shell can continue is a temporary failure")
    func orphan() async throws {
      let server = try await MockServer.start(handler: MarketplaceMock())
      let script = """
        set -m; mkfifo "$HOME/go" "$HOME/end"
        ( (read go < "$HOME/go"; "$0" login --identifier bob < /dev/tty; echo "status $?" > "$HOME/end") & )
        echo > "$HOME/go"; cat "$HOME/end"
        """
      let program = try shell(script, server: server.url)
      let text = try await program.drawn("status 75")
      #expect(text.contains("this needs the terminal's foreground") && !text.contains("Secret"), "\(text)")
      #expect(try await program.status() == 0)
      try await server.stop()
    }
  }
#endif
