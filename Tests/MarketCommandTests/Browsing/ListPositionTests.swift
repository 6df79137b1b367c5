import OpenMarketTestSupport
import Testing

@testable import market

/// Moving through a list or grid, and where products stand in it.
struct ListPositionTests {
  @Test(
    "keys move the choice, and the screen follows",
    arguments: [
      ([.down, .down], 1, 2, 0), ([.down, .down, .down, .down, .down], 1, 5, 1), ([.end], 1, 22, 18),
      ([.end, .up, .home], 1, 0, 0), ([.pageDown], 1, 5, 1), ([.pageDown, .pageUp], 1, 0, 0),
      ([.up], 1, 0, 0),
      ([.text("j"), .text("k"), .text("j")], 1, 1, 0), ([.down], 4, 4, 0), ([.right, .down, .left], 4, 4, 0),
      ([.left], 4, 0, 0), ([.end, .down], 4, 22, 1), ([.right, .up], 4, 1, 0),
      ([.mouse(.wheelDown, row: 0, column: 0)], 1, 2, 2),
      ([.end, .mouse(.wheelUp, row: 0, column: 0)], 1, 20, 16),
    ] as [([Key], Int, Int, Int)])
  func keys(keys: [Key], columns: Int, selection: Int, firstLine: Int) {
    let shape = ListPosition.Shape(count: 23, columns: columns, lines: 5)
    var position = ListPosition()
    for key in keys {
      let isTaken = position.press(key, in: shape)
      #expect(isTaken)
    }
    #expect((position.selection, position.firstLine) == (selection, firstLine))
    #expect(position.visible(shape).contains(selection))
  }

  @Test(
    "whatever happens to list and screen, the choice is one that there is, and on the screen",
    arguments: 0..<50 as Range<UInt64>)
  func anything(seed: UInt64) {
    var (random, position) = (SeededGenerator(seed: seed), ListPosition())
    let keys: [Key] = [
      .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .mouse(.wheelUp, row: 0, column: 0),
      .mouse(.wheelDown, row: 0, column: 0),
    ]
    for _ in 0..<100 {
      let shape = ListPosition.Shape(
        count: .random(in: 0...40, using: &random), columns: .random(in: 1...5, using: &random),
        lines: .random(in: 0...9, using: &random))
      position.settle(in: shape)
      for _ in 0..<5 {
        if let key = keys.randomElement(using: &random) { _ = position.press(key, in: shape) }
      }
      #expect(shape.count == 0 ? position.selection == 0 : 0..<shape.count ~= position.selection)
      #expect(
        shape.count == 0 || shape.lines == 0 || position.visible(shape).contains(position.selection),
        "\(seed)")
    }
  }

  @Test(
    "products never stand outside of their screen, nor over each other", arguments: 0...40, [false, true])
  func layout(rows: Int, isGrid: Bool) {
    for columns in 0...120 {
      for hasPictures in [false, true] {
        let area = Area(row: 1, column: 0, rows: rows, columns: columns)
        let layout = ProductLayout(in: area, isGrid: isGrid, hasPictures: hasPictures)
        let cells = (0..<layout.columns * layout.lines).map { layout.area(ofCell: $0) }
        #expect(
          cells.allSatisfy { $0.bottom <= max(area.bottom, 1 + $0.rows) && $0.right <= max(area.right, 1) })
        #expect(Set(cells.map { [$0.row, $0.column] }).count == cells.count)
        guard let picture = layout.picture else { continue }
        #expect(
          hasPictures && picture.rows > 0 && picture.columns > 0 && picture.columns < layout.cell.columns)
        #expect(picture.rows <= layout.cell.rows)
      }
    }
  }

  @Test(
    "text is wrapped between words",
    arguments: [
      ("두 번 사용한 의자", 9, ["두 번", "사용한", "의자"]), ("", 5, [""]), ("abcdefgh", 3, ["abc", "def", "gh"]),
      ("ab abcdef", 4, ["ab", "abcd", "ef"]), ("a\n\nb", 5, ["a", "", "b"]), ("맥북", 1, ["맥", "북"]),
      ("a\u{1B}[31mb", 40, ["a\u{FFFD}[31mb"]),
    ])
  func wrapping(text: String, width: Int, lines: [String]) {
    #expect(text.wrapped(toWidth: width) == lines)
  }
}
