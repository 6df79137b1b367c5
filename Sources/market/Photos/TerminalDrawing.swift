import Foundation
import Synchronization

/// The bytes that show a picture in a terminal.
///
/// A signal in the middle would leave the terminal waiting for the rest, so it ends the program between two
/// pieces, after what ends the picture too.
struct TerminalDrawing {
  /// In their order; each may be the last one sent.
  var pieces: [String]
  /// The sequence that ends the picture after any piece.
  var abort: String

  func write(on terminal: Terminal) async throws {
    let pending = Mutex<Int32?>(nil)
    let signals = await TerminalSignals(TerminalSignals.ending + [SIGTSTP]) { number in
      guard number != SIGTSTP else { return }
      let isRepeated = pending.withLock { first in
        defer { first = number }
        return first != nil
      }
      if isRepeated { TerminalSignals.endProcess(by: number) }
    }
    defer { signals.giveBack() }
    for piece in pieces {
      try terminal.write(Data(piece.utf8))
      if let number = pending.withLock({ $0 }) {
        try? terminal.print(abort)
        TerminalSignals.endProcess(by: number)
      }
    }
  }
}
