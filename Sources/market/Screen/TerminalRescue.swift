import Foundation
import Synchronization

/// Gives a terminal back when the process crashes or exits while it has it.
///
/// A signal handler may only call what is safe at any moment (POSIX lists `write`, `tcsetattr`, `sigaction` and
/// `raise`), and must not allocate: all it needs lies ready in memory that is never freed.
enum TerminalRescue {
  static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS]

  /// All that is needed to give a terminal back.
  @unsafe private struct Terminal {
    var output: Int32
    var text: UnsafeMutableBufferPointer<UInt8>
    var keyboard: Int32
    var mode: UnsafeMutablePointer<termios>?
  }

  /// The address of a `Terminal` while one is taken, 0 otherwise; whoever takes it out gives the terminal back.
  private static let taken = Atomic<UInt>(0)
  /// The addresses of the former actions of ``signals``.
  private static let former = Atomic<UInt>(0)

  /// From now on a crash writes `text` to `output` and restores `keyboard`.
  static func arm(output: Int32, text: String, keyboard: KeyboardMode?) {
    install()
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = unsafe bytes.initialize(fromContentsOf: text.utf8)
    let mode = unsafe keyboard.map { keyboard in
      let mode = UnsafeMutablePointer<termios>.allocate(capacity: 1)
      unsafe mode.initialize(to: keyboard.found)
      return unsafe mode
    }
    let terminal = UnsafeMutablePointer<Terminal>.allocate(capacity: 1)
    unsafe terminal.initialize(
      to: Terminal(output: output, text: bytes, keyboard: keyboard?.descriptor ?? -1, mode: mode))
    taken.store(UInt(bitPattern: terminal), ordering: .sequentiallyConsistent)
  }

  static func disarm() { taken.store(0, ordering: .sequentiallyConsistent) }

  /// Where a terminal is that was taken; -1 while there is none.
  static var output: Int32 {
    let address = taken.load(ordering: .sequentiallyConsistent)
    return unsafe UnsafePointer<Terminal>(bitPattern: address)?.pointee.output ?? -1
  }

  /// Gives the terminal back as far as that does not last: what the terminals among the `unread` have not displayed is dropped.
  static func restore(unread: [Int32]) {
    // It would stop a process in the background.
    _ = signal(SIGTTOU, SIG_IGN)
    for descriptor in unread { tcflush(descriptor, TCOFLUSH) }
    let thread = Thread { restore() }
    thread.start()
    // A write that is under way, or a terminal that the user has stopped, would keep this one, too.
    usleep(100_000)
  }

  /// Gives the terminal back, once; safe in a signal handler.
  private static func restore() {
    let address = taken.exchange(0, ordering: .sequentiallyConsistent)
    guard let terminal = unsafe UnsafePointer<Terminal>(bitPattern: address) else { return }
    if let mode = unsafe terminal.pointee.mode {
      _ = unsafe tcsetattr(terminal.pointee.keyboard, TCSANOW, mode)
    }
    // Last, as it may wait.
    _ = unsafe write(terminal.pointee.output, terminal.pointee.text.baseAddress, terminal.pointee.text.count)
  }

  /// Once for a process.
  private static func install() {
    guard former.load(ordering: .relaxed) == 0 else { return }
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: signals.count)
    for (index, number) in signals.enumerated() {
      unsafe (actions + index).initialize(to: sigaction())
      unsafe sigaction(number, nil, actions + index)
      _ = signal(number) { TerminalRescue.handle($0) }
    }
    former.store(UInt(bitPattern: actions), ordering: .sequentiallyConsistent)
    atexit { TerminalRescue.restore() }
  }

  /// Gives the terminal back, then has the signal do what it would have done without us.
  private static func handle(_ number: Int32) {
    restore()
    let actions = unsafe UnsafeMutablePointer<sigaction>(
      bitPattern: former.load(ordering: .sequentiallyConsistent))
    for (index, handled) in signals.enumerated() where handled == number {
      if let actions = unsafe actions { unsafe sigaction(number, actions + index, nil) }
    }
    raise(number)
  }
}
