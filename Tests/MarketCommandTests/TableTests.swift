import Testing

@testable import market

/// Cells of which parts stand out.
struct TableTests {
  private let style = Style(isEnabled: true)

  private func cell(_ text: String, _ parts: String...) -> Table.Cell {
    Table.Cell(text, matches: parts.compactMap { text.firstRange(of: $0) })
  }

  @Test("parts stand out where there is colour, and change nothing where there is none")
  func parts() {
    let cell = cell("접이식 의자 2인용", "의자", "2")
    #expect(cell.text(style: style) == "접이식 \u{1B}[1m의자\u{1B}[0m \u{1B}[1m2\u{1B}[0m인용")
    #expect(cell.text() == "접이식 의자 2인용")
  }

  @Test(
    "what is too wide is cut as a text without parts is, wherever the parts are",
    arguments: 1...20)
  func cut(columns: Int) {
    let text = "접이식 캠핑 의자 2인용"
    let cell = cell(text, "캠핑", "의자")
    #expect(cell.text(toWidth: columns) == text.truncated(toWidth: columns))
  }

  @Test("columns line up whatever stands out in them")
  func alignment() {
    var table = Table(
      [.init(title: "NAME", shrinks: true), .init(title: "ID", alignsRight: true)], maximumWidth: 14,
      style: style)
    let lines = table.lines(for: [
      [cell("캠핑 의자", "의자"), cell("7")], [cell("아주 긴 이름의 의자", "의자"), cell("12")],
    ])
    let displayed = lines.map { $0.replacing(/\u{1B}\[[0-9]+m/, with: "") }
    #expect(displayed.map(\.displayWidth) == [14, 14, 14], "\(displayed)")
    #expect(lines[1].contains("\u{1B}[1m의자\u{1B}[0m"))
  }

  @Test(
    "a narrow terminal gets the columns that matter most, and no line is wrapped",
    arguments: [
      (80, "ID  PRICE  STATE  NAME  VENDOR"), (40, "ID  PRICE  STATE  NAME"), (27, "ID  PRICE  NAME"),
      (20, "ID  PRICE  NAME"),
    ])
  func narrow(columns: Int, titles: String) {
    var table = Table(
      [
        .init(title: "ID", alignsRight: true), .init(title: "PRICE", alignsRight: true),
        .init(title: "STATE", dropOrder: 2), .init(title: "NAME", shrinks: true),
        .init(title: "VENDOR", shrinks: true, dropOrder: 1),
      ], maximumWidth: columns, style: .plain)
    let rows = [["200", "225,000원", "on sale", "재즈 베이스 30인치 미개봉", "용감한부엉이342"]]
    let lines = table.lines(for: rows) + table.lines(for: rows)
    #expect(lines[0].split(separator: " ").joined(separator: "  ") == titles)
    #expect(lines.allSatisfy { $0.displayWidth <= columns }, "\(lines)")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("200  225,000원  ") })
  }
}
