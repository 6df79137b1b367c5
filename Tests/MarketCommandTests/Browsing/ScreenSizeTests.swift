import Foundation
import OpenMarketTestSupport
import Testing

@testable import market

@Suite struct ScreenSizeTests {
  @Test(
    "of a terminal that says it is endless only a part is drawn, and one that says nothing has 80 × 24 cells",
    arguments: [
      (0, 0, ScreenSize(columns: 80, rows: 24)), (120, 40, ScreenSize(columns: 120, rows: 40)),
      (65_535, 65_535, ScreenSize(columns: 1_000, rows: 500)),
    ] as [(UInt16, UInt16, ScreenSize)])
  func size(columns: UInt16, rows: UInt16, expected: ScreenSize) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    guard unsafe openpty(&master, &slave, nil, nil, nil) == 0 else {
      throw ContractError("there is no pseudo-terminal: errno \(errno)")
    }
    defer { for descriptor in [master, slave] { _ = close(descriptor) } }
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(master, UInt(TIOCSWINSZ), &size)
    #expect(ScreenSize(of: slave) == expected)
  }
}
