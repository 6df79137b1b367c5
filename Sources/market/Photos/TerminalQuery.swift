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

  /// Asks the terminal at `descriptor`.
  ///
  /// Keys typed before the response comes are read with it. A command that cannot use them leaves those that wait to the
  /// shell, and does not ask.
  ///
  /// - Returns: The response as far as it came in time; `nil` when the terminal cannot be asked now.
  static func ask(_ descriptor: Int32, patience: Duration, takesKeys: Bool) async -> GraphicsResponse? {
    // It is the terminal of another job, then.
    guard let keyboard = KeyboardMode.raw(descriptor), JobControl.isInForeground(descriptor) else {
      return nil
    }
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
    guard takesKeys || !hasInput(descriptor, within: .zero) else { return nil }
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
    return response
  }

  private static func hasInput(_ descriptor: Int32, within patience: Duration) -> Bool {
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&poller, 1, Int32((patience / .milliseconds(1)).rounded(.up))) > 0
  }

  /// - Returns: What has come in time; `nil` when the user pressed Ctrl-C.
  private static func read(_ descriptor: Int32, for patience: Duration) -> GraphicsResponse? {
    var response = GraphicsResponse()
    let end = ContinuousClock.now + patience
    while !response.isComplete {
      let left = end - ContinuousClock.now
      guard left > .zero, hasInput(descriptor, within: left) else { break }
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
