/// A bar on standard error that is drawn over itself; draws nothing unless at a terminal that can do so.
struct ProgressBar {
  let terminal: Terminal
  private let title: String
  private var drawn: String?

  init(_ title: String, on terminal: Terminal) {
    self.title = title
    self.terminal = terminal
  }

  mutating func show(_ completed: Int, of total: Int, note: String = "") {
    guard terminal.showsErrors, terminal.movesCursor else { return }
    let width = 24
    let share = total > 0 ? min(1, max(0, Double(completed) / Double(total))) : 1
    let filled = Int((share * Double(width)).rounded(.down))
    let bar = String(repeating: "█", count: filled) + String(repeating: "·", count: width - filled)
    let line = "\(title) \(bar) \(completed)/\(total)" + (note.isEmpty ? "" : "  " + note)
    guard line != drawn else { return }
    drawn = line
    terminal.note("\r\u{1B}[K" + line, terminator: "")
  }

  mutating func clear() {
    guard drawn != nil else { return }
    terminal.note("\r\u{1B}[K", terminator: "")
    drawn = nil
  }
}
