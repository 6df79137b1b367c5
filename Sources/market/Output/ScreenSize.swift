import Foundation

/// The size of a terminal in character cells.
struct ScreenSize: Equatable {
  var columns: Int
  var rows: Int

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The present size of the terminal at `descriptor`; 80 × 24 when it does not say.
  init(of descriptor: Int32) {
    var size = winsize()
    let isKnown = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    columns = isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
    rows = isKnown && size.ws_row > 0 ? Int(size.ws_row) : 24
  }
}
