import Dispatch
import Foundation
import OpenMarketTestSupport
import Synchronization

/// A program at a pseudo-terminal, as somebody at a keyboard has it.
final class ProgramAtTerminal {
  private let process = Process()
  private let keyboard: FileHandle
  private let terminal: FileHandle
  private let folder: TemporaryFolder
  private let reader: any DispatchSourceRead
  private var screen: AsyncStream<[UInt8]>.Iterator
  private var exits: AsyncStream<Int32>.Iterator
  private var unseen: [UInt8] = []
  /// How the terminal treated what is typed before the program began.
  let initialMode: [tcflag_t]

  /// Starts `program`; standard output goes to a file unless `showsOutput`.
  ///
  /// `ignoring` names signals that it finds ignored, as a shell sets them up.
  init(
    _ program: BuiltProgram, _ arguments: [String], environment: [String: String], showsOutput: Bool = false,
    ignoring signals: String? = nil, columns: UInt16 = 80, rows: UInt16 = 24
  ) throws {
    folder = try TemporaryFolder()
    var (master, slave): (Int32, Int32) = (-1, -1)
    guard unsafe openpty(&master, &slave, nil, nil, nil) == 0 else {
      throw ContractError("there is no pseudo-terminal: errno \(errno)")
    }
    for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    keyboard = FileHandle(fileDescriptor: master, closeOnDealloc: true)
    terminal = FileHandle(fileDescriptor: slave, closeOnDealloc: true)

    let (chunks, send) = AsyncStream.makeStream(of: [UInt8].self)
    screen = chunks.makeAsyncIterator()
    let queue = DispatchQueue(label: "terminal")
    reader = DispatchSource.makeReadSource(fileDescriptor: master, queue: queue)
    let read = { @Sendable [master] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe Foundation.read(master, &buffer, buffer.count)
      if count > 0 { send.yield(Array(buffer.prefix(count))) }
      return count
    }
    reader.setEventHandler { _ = read() }
    // Not before: the next terminal has the number of a closed one, and is not read while the source has it.
    let isClosed = Flag()
    reader.setCancelHandler { [keyboard] in
      isClosed.value.store(true, ordering: .relaxed)
      try? keyboard.close()
    }
    reader.activate()

    let output = folder.url.appending(path: "output")
    try Data().write(to: output)
    let (statuses, exited) = AsyncStream.makeStream(of: Int32.self)
    exits = statuses.makeAsyncIterator()
    process.executableURL = signals == nil ? program.url : URL(filePath: "/bin/sh")
    let shell = signals.map { ["-c", "trap '' \($0); exec \"$0\" \"$@\"", program.url.path] } ?? []
    process.arguments = shell + arguments
    let home = ["PATH": "/usr/bin:/bin", "HOME": folder.url.path, "TERM": "xterm-256color"]
    process.environment = home.merging(environment) { $1 }
    process.standardInput = terminal
    process.standardOutput = showsOutput ? terminal : try FileHandle(forWritingTo: output)
    process.standardError = terminal
    process.terminationHandler = { [master] ended in
      exited.yield((ended.terminationReason == .uncaughtSignal ? 128 : 0) + ended.terminationStatus)
      // What is left is the last: a test then says what it waits for.
      queue.async {
        var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        while !isClosed.value.load(ordering: .relaxed), unsafe poll(&entry, 1, 0) == 1, read() > 0 {}
        send.finish()
      }
    }
    initialMode = Self.mode(of: terminal)
    resize(columns: columns, rows: rows)
    try process.run()
  }

  deinit {
    reader.cancel()
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// How the terminal treats what is typed.
  var mode: [tcflag_t] { Self.mode(of: terminal) }

  private static func mode(of terminal: FileHandle) -> [tcflag_t] {
    var mode = termios()
    _ = unsafe tcgetattr(terminal.fileDescriptor, &mode)
    return [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag]
  }

  /// What went to standard output, unless that is displayed.
  var output: String {
    get throws { try String(contentsOf: folder.url.appending(path: "output"), encoding: .utf8) }
  }

  /// Types `text`, each byte by itself, as fast as possible.
  func type(_ text: String) throws {
    for byte in text.utf8 { try keyboard.write(contentsOf: [byte]) }
  }

  /// Presses a key that sends several bytes at once.
  func press(_ sequence: String) throws { try keyboard.write(contentsOf: Data(sequence.utf8)) }

  /// Sends bytes that need not be text.
  func press(bytes: [UInt8]) throws { try keyboard.write(contentsOf: bytes) }

  /// The complete lines that were typed, and that the program has left unread.
  var unread: String {
    var entry = pollfd(fd: terminal.fileDescriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&entry, 1, 0) == 1 else { return "" }
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = unsafe Foundation.read(terminal.fileDescriptor, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(keyboard.fileDescriptor, UInt(TIOCSWINSZ), &size)
  }

  /// Stops what is drawn, as Ctrl-S does: the program waits with the next bytes.
  func stopOutput() { tcflow(terminal.fileDescriptor, TCOOFF) }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Returns when the program has been stopped by a signal; it is left to `Process` to be waited for.
  func stopped() async {
    var info = unsafe siginfo_t()
    // Not one call that waits: it would keep a thread from what the program is to be sent.
    while unsafe waitid(P_PID, id_t(process.processIdentifier), &info, WSTOPPED | WNOWAIT | WNOHANG) == 0,
      unsafe info.si_signo == 0, !Task.isCancelled
    {
      await giveWay()
    }
  }

  /// Returns what was drawn up to `text`, once it has been; throws when the program ends, or the test's time, first.
  @discardableResult
  func drawn(_ text: String) async throws -> String {
    let wanted = Array(text.utf8)
    var searched = 0
    while true {
      if let range = unseen[searched...].firstRange(of: wanted) {
        defer { unseen.removeSubrange(..<range.upperBound) }
        return String(decoding: unseen[..<range.upperBound], as: UTF8.self)
      }
      guard let chunk = await screen.next(isolation: nil) else {
        throw ContractError("'\(text)' was not drawn after: \(String(decoding: unseen, as: UTF8.self))")
      }
      searched = max(searched, unseen.count - wanted.count)
      unseen += chunk
    }
  }

  /// The bytes drawn next; throws when the program ends, or the test's time, first.
  func nextBytes() async throws -> [UInt8] {
    guard let chunk = await screen.next(isolation: nil) else { throw ContractError("nothing more is drawn") }
    return chunk
  }

  /// The process.
  var processIdentifier: Int32 { process.processIdentifier }

  /// Closes the terminal, as the window of one is closed.
  func hangUp() { reader.cancel() }

  /// The exit code, or 128 plus the signal that ended it; throws when the test is out of time first.
  func status() async throws -> Int32 {
    guard let status = await exits.next(isolation: nil) else { throw ContractError("it does not end") }
    return status
  }
}

private final class Flag: Sendable {
  let value = Atomic(false)
}
