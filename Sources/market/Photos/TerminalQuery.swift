import Foundation

/// Asks a terminal what it can show, and leaves it as it was, whatever it sends and whatever happens meanwhile.
enum TerminalQuery {
  /// How long the response may take: half a second, unless the environment says otherwise.
  ///
  /// Every terminal responds at once, a slow line delays it.
  static func patience(in environment: [String: String]) -> Duration {
    let seconds = environment["OPENMARKET_TERMINAL_TIMEOUT"].flatMap(Double.init) ?? 0.5
    return .seconds(0...60 ~= seconds ? seconds : 0.5)
  }

  /// Returns the response of the terminal at `descriptor`; `nil` when none comes in time or it cannot be asked
  /// now.
  ///
  /// Keys pressed while it is asked are lost.
  static func ask(_ descriptor: Int32, patience: Duration) async -> GraphicsResponse? {
    // A background job that touched the terminal's mode would be stopped.
    guard let keyboard = KeyboardMode.raw(descriptor), keyboard.isInForeground else { return nil }
    let signals = await TerminalSignals(TerminalSignals.ending + [SIGTSTP]) { number in
      // A stop waits for the moment that this takes; no key can send one meanwhile.
      guard number != SIGTSTP else { return }
      keyboard.end()
      TerminalSignals.endProcess(by: number)
    }
    keyboard.begin()
    defer {
      keyboard.end()
      signals.giveBack()
    }
    let output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    guard (try? output.write(contentsOf: Data(GraphicsResponse.query.utf8))) != nil else { return nil }
    let response = read(descriptor, for: patience)
    // A terminal that does not understand the question may have written it down.
    try? output.write(contentsOf: Data("\r\u{1B}[K".utf8))
    // What comes too late is not for the shell.
    if response?.isComplete != true { tcflush(descriptor, TCIFLUSH) }
    guard let response else {
      keyboard.end()
      TerminalSignals.endProcess(by: SIGINT)
    }
    return response.isComplete ? response : nil
  }

  /// - Returns: What has come in time; `nil` when the user pressed Ctrl-C.
  private static func read(_ descriptor: Int32, for patience: Duration) -> GraphicsResponse? {
    var response = GraphicsResponse()
    let end = ContinuousClock.now + patience
    while !response.isComplete {
      let left = (end - ContinuousClock.now) / .milliseconds(1)
      var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard left > 0, unsafe poll(&poller, 1, Int32(left.rounded(.up))) > 0 else { break }
      var buffer = [UInt8](repeating: 0, count: 1024)
      let count = unsafe Foundation.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      let bytes = buffer.prefix(count)
      if bytes.contains(0x03) { return nil }
      response.take(bytes)
    }
    return response
  }
}
