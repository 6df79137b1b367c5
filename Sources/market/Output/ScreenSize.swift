import Foundation

/// The size of a terminal in character cells.
struct ScreenSize: Equatable {
  var columns: Int
  var rows: Int

  /// The most that is drawn: no real terminal is larger, and 65,535 × 65,535 cells would not fit into memory.
  static let largest = ScreenSize(columns: 1_000, rows: 500)
}

extension ScreenSize {
  /// The present size of the terminal at `descriptor`, at most ``largest``; 80 × 24 when it does not say.
  init(of descriptor: Int32) {
    var size = winsize()
    let isKnown = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    columns = isKnown && size.ws_col > 0 ? min(Int(size.ws_col), Self.largest.columns) : 80
    rows = isKnown && size.ws_row > 0 ? min(Int(size.ws_row), Self.largest.rows) : 24
  }
}
