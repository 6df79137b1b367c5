import Foundation
import OpenMarket
import OpenMarketImages
import OpenMarketTestSupport
import Testing

@testable import market

/// What is drawn is what a terminal shows, and no more is sent than has changed.
struct CanvasTests {
  private func canvas(_ columns: Int, _ rows: Int, _ draw: (inout Canvas) -> Void = { _ in }) -> Canvas {
    var canvas = Canvas(ScreenSize(columns: columns, rows: rows))
    draw(&canvas)
    return canvas
  }

  private func text(_ canvas: Canvas) -> [String] {
    var (renderer, emulator) = (
      CanvasRenderer(depth: .full), TerminalEmulator(columns: canvas.size.columns, rows: canvas.size.rows)
    )
    emulator.take(renderer.bytes(for: canvas))
    #expect(emulator.unknown == [])
    return emulator.lines
  }

  @Test("a product in one line says in words that it is sold, or waits")
  func stateInWords() {
    var product = Product(
      id: 7, vendorID: 2, name: "접이식 의자", currency: .krw, price: 45_000, stock: 0)
    let area = Area(row: 0, column: 0, rows: 2, columns: 38)
    let layout = ProductLayout(in: area, isGrid: false, hasPictures: true)
    for (id, state) in [(7, "sold"), (-7, "waiting")] as [(Int64, String)] {
      product.id = Product.ID(rawValue: id)
      let drawn = canvas(38, 2) {
        ProductCell(product: product, isSelected: false).draw(on: &$0, in: area, layout, picture: nil)
      }
      #expect(text(drawn)[0].hasSuffix("\(state) 45,000원"), "\(text(drawn)[0])")
    }
  }

  @Test(
    "text is cut where there is no room, wide characters never in half",
    arguments: [
      ("맥북", 0, 9, "맥북"), ("맥북", 0, 3, "맥…"), ("맥북", 0, 2, "…"), ("맥북", 7, 9, "       …"),
      ("a\u{301}bc", 0, 9, "a\u{301}bc"), ("\u{301}a", 0, 9, "a"), ("a\nb\u{1B}c", 0, 9, "a b\u{FFFD}c"),
      ("abc", 8, 9, ""), ("abc", -1, 9, ""), ("👨‍👩‍👧a", 0, 9, "👨‍👩‍👧a"),
    ])
  func clipping(drawn: String, column: Int, width: Int, displayed: String) {
    let canvas = canvas(8, 1) { $0.put(drawn, row: 0, column: column, width: width) }
    #expect(canvas.cells.filter { $0.width > 0 }.reduce(0) { $0 + Int($1.width) } == 8)
    // Terminals disagree about what is joined.
    if !drawn.unicodeScalars.contains("\u{200D}") { #expect(text(canvas) == [displayed]) }
  }

  @Test("half of a wide character that is written over is a space")
  func halves() {
    #expect(
      text(
        canvas(6, 1) {
          $0.put("맥북", row: 0, column: 0); $0.put("x", row: 0, column: 1)
        }) == [" x북"])
    #expect(
      text(
        canvas(6, 1) {
          $0.put("맥북", row: 0, column: 0); $0.put("x", row: 0, column: 2)
        }) == ["맥x"])
    #expect(
      text(
        canvas(6, 1) {
          $0.put("ab맥", row: 0, column: 0); $0.put("북", row: 0, column: 1)
        }) == ["a북"])
  }

  @Test("a character of hundreds of spacing marks takes the cells of a wide one")
  func longCharacter() {
    let text = "क" + String(repeating: "\u{903}", count: 300)
    let drawn = canvas(400, 1) { #expect($0.put(text + "a", row: 0, column: 0) == 3) }
    #expect(drawn.cells.prefix(3).map(\.width) == [2, 0, 1] && drawn[0, 2].character == "a")
  }

  @Test("drawing where there is no screen changes nothing", arguments: [(0, 0), (1, 1), (3, 1)])
  func nowhere(columns: Int, rows: Int) {
    let drawn = canvas(columns, rows) {
      $0.put("x", row: rows, column: 0)
      $0.put("x", row: -1, column: 0)
      $0.put("x", row: 0, column: columns)
    }
    #expect(drawn.cells == canvas(columns, rows).cells)
  }

  @Test("any screen follows any other, and a terminal shows the last", arguments: 0..<40 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var renderer = CanvasRenderer(depth: .full)
    let (columns, rows) = (Int.random(in: 1...30, using: &random), Int.random(in: 1...8, using: &random))
    var (emulator, canvas) = (TerminalEmulator(columns: columns, rows: rows), canvas(columns, rows))
    let words = ["맥북", "a", "  ", "x y", "ㅁ", "e\u{301}", "한글 text", "-----", "▀▀"]
    let inks = [Ink.plain, .bold, .dim, .inverse, .red, Ink(foreground: .rgb(RGB(1, 2, 3)), isBold: true)]
    let hidesCursor = Array("\u{1B}[?25l".utf8)
    emulator.take(hidesCursor)
    for _ in 0..<60 {
      if Int.random(in: 0..<8, using: &random) == 0 { canvas = self.canvas(columns, rows) }
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        canvas.put(
          words.randomElement(using: &random) ?? "", row: .random(in: 0..<rows, using: &random),
          column: .random(in: 0..<columns, using: &random), ink: inks.randomElement(using: &random) ?? .plain)
      }
      canvas.cursor =
        Bool.random(using: &random)
        ? nil : .init(row: rows - 1, column: .random(in: 0..<columns, using: &random))
      emulator.take(renderer.bytes(for: canvas))
      var fresh = (
        renderer: CanvasRenderer(depth: .full), emulator: TerminalEmulator(columns: columns, rows: rows)
      )
      fresh.emulator.take(fresh.renderer.bytes(for: canvas))
      try #require(emulator.cells == fresh.emulator.cells, "seed \(seed)")
      try #require(emulator.unknown == [] && emulator.modes.contains(25) == (canvas.cursor != nil))
      if let cursor = canvas.cursor { try #require(emulator.cursor == (cursor.row, cursor.column)) }
      let letters = canvas.cells.filter { $0.width > 0 }.map { String($0.character) }
      try #require(
        emulator.cells.flatMap { $0.map(\.text) }.filter { !$0.isEmpty } == letters, "seed \(seed)")
    }
  }

  @Test(
    "a terminal that takes characters for wider than we do shows nothing of earlier screens",
    arguments: 0..<20 as Range<UInt64>)
  func otherWidths(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (renderer, emulator) = (CanvasRenderer(depth: .full), TerminalEmulator(columns: 40, rows: 3))
    for _ in 0..<30 {
      let canvas = canvas(40, 3) {
        for row in 0..<3 {
          for column in [0, 7, 14] {
            let word = ["👨‍👩‍👧", "☎\u{FE0F}", "맥북", "45,000원", "", "a"].randomElement(using: &random) ?? ""
            $0.put(word, row: row, column: column)
          }
        }
      }
      emulator.take(renderer.bytes(for: canvas))
      var (fresh, expected) = (CanvasRenderer(depth: .full), TerminalEmulator(columns: 40, rows: 3))
      expected.take(fresh.bytes(for: canvas))
      try #require(emulator.lines == expected.lines && emulator.unknown == [], "seed \(seed)")
    }
  }

  @Test("only what differs is sent")
  func bytes() {
    var renderer = CanvasRenderer(depth: .full)
    let first = canvas(80, 24) { for row in 0..<24 { $0.put("상품 \(row) 45,000원", row: row, column: 0) } }
    _ = renderer.bytes(for: first)
    #expect(renderer.bytes(for: first) == [])
    let changed = canvas(80, 24) {
      for row in 0..<24 { $0.put("상품 \(row) 45,00\(row == 3 ? 1 : 0)원", row: row, column: 0) }
    }
    let frame = "\u{1B}[?2026h"
    #expect(
      String(decoding: renderer.bytes(for: changed), as: UTF8.self) == "\(frame)\u{1B}[4;13H1\u{1B}[?2026l")
    // The rest of a line is erased at once.
    var cleared = changed
    cleared = canvas(80, 24) {
      for row in 0..<24 where row != 5 { $0.put(text(changed)[row], row: row, column: 0) }
    }
    #expect(
      String(decoding: renderer.bytes(for: cleared), as: UTF8.self)
        == "\(frame)\u{1B}[6;1H\u{1B}[K\u{1B}[?2026l")
  }

  @Test(
    "a terminal without colours is sent none, but weight", arguments: [ColourDepth.none, .indexed, .full])
  func colours(depth: ColourDepth) {
    var renderer = CanvasRenderer(depth: depth)
    let sent = String(
      decoding: renderer.bytes(
        for: canvas(9, 1) {
          $0.put("a", row: 0, column: 0, ink: Ink(foreground: .rgb(RGB(255, 0, 0)), isInverse: true))
          $0.put("b", row: 0, column: 1, ink: .red)
        }), as: UTF8.self)
    #expect(sent.contains("[7") && sent.contains("38;2;255;0;0") == (depth == .full))
    #expect(sent.contains("38;5;196") == (depth == .indexed) && sent.contains("31") == (depth != .none))
  }

  @Test("after another size, or when nobody can tell what it shows, all of the screen is sent")
  func unknown() {
    var renderer = CanvasRenderer(depth: .full)
    var emulator = TerminalEmulator(columns: 9, rows: 1)
    let first = canvas(9, 1) { $0.put("abc", row: 0, column: 0) }
    emulator.take(renderer.bytes(for: first))
    renderer.forgetScreen()
    emulator.take(renderer.bytes(for: first))
    #expect(emulator.erasures == 2 && emulator.text == "abc")
    emulator.resize(columns: 3, rows: 2)
    emulator.take(renderer.bytes(for: canvas(3, 2) { $0.put("de", row: 1, column: 0) }))
    #expect(emulator.text == "\nde")
  }

  private func picture(_ id: UInt32, _ mode: GraphicsMode) throws -> Picture {
    let cell = CellSize(width: 4, height: 6) ?? .usual
    let image = try DecodedImage(
      width: 8, height: 12, bytes: Array(repeating: 99, count: 288))
    return try TerminalGraphics(mode, cell: cell).picture(image, id: id)
  }

  @Test("kitty is sent a picture once, and its places")
  func kitty() throws {
    var (renderer, emulator) = (CanvasRenderer(depth: .full), TerminalEmulator(columns: 9, rows: 6))
    let picture = try picture(7, .kitty)
    #expect(picture.rows == 2 && picture.columns == 2)
    for row in [0, 1, 4] {
      let bytes = renderer.bytes(for: canvas(9, 6) { $0.put(picture, row: row, column: 3) })
      #expect(String(decoding: bytes, as: UTF8.self).contains("a=t") == (row == 0))
      emulator.take(bytes)
      #expect(emulator.placements.map { $0.suffix(4) } == ["@\(row),3"] && emulator.pictures == [7])
    }
    // One that sticks out is not displayed at all.
    emulator.take(renderer.bytes(for: canvas(9, 6) { $0.put(picture, row: 5, column: 3) }))
    #expect(emulator.placements == [] && emulator.unknown == [])
    for id in 100..<400 as Range<UInt32> {
      let next = try self.picture(id, .kitty)
      emulator.take(renderer.bytes(for: canvas(9, 6) { $0.put(next, row: 0, column: 0) }))
    }
    #expect(emulator.pictures.count == 200 && emulator.placements.count == 1)
  }

  @Test("sixels are sent again where text was written over them, and else not")
  func sixel() throws {
    var (renderer, emulator) = (CanvasRenderer(depth: .full), TerminalEmulator(columns: 9, rows: 6))
    let picture = try picture(7, .sixel)
    func draw(_ draw: (inout Canvas) -> Void) { emulator.take(renderer.bytes(for: canvas(9, 6, draw))) }
    draw { $0.put(picture, row: 0, column: 3) }
    draw {
      $0.put(picture, row: 0, column: 3); $0.put("text", row: 3, column: 0)
    }
    #expect(emulator.sixels == ["0,3"])
    draw { $0.put(picture, row: 1, column: 3) }
    #expect(emulator.sixels == ["0,3", "1,3"])
    draw {
      $0.put(picture, row: 1, column: 3); $0.put("x", row: 2, column: 4)
    }
    draw { $0.put(picture, row: 1, column: 3) }
    #expect(emulator.sixels.count == 4)
    // Text beside it is erased alone.
    draw {
      $0.put(picture, row: 1, column: 3); $0.put("…é", row: 2, column: 0); $0.put("…é", row: 2, column: 6)
    }
    #expect(emulator.sixels.count == 4 && emulator.lines[2] == "…é    …é")
  }

  @Test("blocks are cells")
  func blocks() throws {
    let picture = try picture(7, .blocks(.full))
    #expect(
      text(canvas(9, 6) { $0.put(picture, row: 0, column: 1) }).prefix(2) == [" ▀▀▀▀▀▀▀▀", " ▀▀▀▀▀▀▀▀"])
  }
}
