import Foundation

@testable import market

/// A terminal as `market browse` needs one: makes a screen of the bytes that it is sent.
///
/// What it does not know is noted, so that a test can demand that there is nothing of the kind.
struct TerminalEmulator {
  /// One cell: its character, "" for the right half of a wide one, and the codes of its ink.
  struct Cell: Equatable {
    var text = " "
    var ink = Set<String>()
  }

  private(set) var rows: Int
  private(set) var columns: Int
  private(set) var cells: [[Cell]]
  private(set) var cursor = (row: 0, column: 0)
  /// The private modes that are set, such as 1049 for the second screen.
  private(set) var modes: Set<Int> = [7, 25]
  /// The pictures that were sent and are not deleted, and the places of those displayed, as "number@row,column".
  private(set) var pictures: Set<Int> = []
  private(set) var placements: Set<String> = []
  /// The places of sixels, as "row,column".
  private(set) var sixels: [String] = []
  /// What it did not understand.
  private(set) var unknown: [String] = []
  /// How often the whole screen was erased.
  private(set) var erasures = 0
  private var ink = Set<String>()
  /// The cell of the character that came last, to which marks belong.
  private var last: (row: Int, column: Int)?
  private var pending: [UInt8] = []

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  /// Changes the size; the contents are lost, as terminals disagree about what becomes of them.
  mutating func resize(columns: Int, rows: Int) {
    let (modes, pending) = (modes, pending)
    self = TerminalEmulator(columns: columns, rows: rows)
    (self.modes, self.pending) = (modes, pending)
  }

  /// The lines, without spaces at the end.
  var lines: [String] {
    cells.map { row in
      let line = row.map(\.text).joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  var text: String { lines.joined(separator: "\n") }

  mutating func take(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    var place = 0
    while let length = takeOne(pending[place...]) { place += length }
    pending.removeFirst(place)
  }

  /// Takes what `bytes` begin with; its length, or `nil` while it is incomplete.
  private mutating func takeOne(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first else { return nil }
    switch first {
    case 0x1B: return takeSequence(bytes)
    case 0x0D: cursor.column = 0
    case 0x0A: cursor.row = min(cursor.row + 1, rows - 1)
    case 0x00..<0x20: unknown.append("byte \(first)")
    default:
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard bytes.count >= length else { return nil }
      put(String(decoding: bytes.prefix(length), as: UTF8.self))
      return length
    }
    return 1
  }

  private mutating func takeSequence(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let second = bytes.dropFirst().first else { return nil }
    switch second {
    case UInt8(ascii: "["):
      guard let end = bytes.dropFirst(2).firstIndex(where: { 0x40...0x7E ~= $0 }) else { return nil }
      control(
        String(decoding: bytes[(bytes.startIndex + 2)..<end], as: UTF8.self), Character(.init(bytes[end])))
      return end + 1 - bytes.startIndex
    case UInt8(ascii: "_"), UInt8(ascii: "P"):
      guard let end = bytes.dropFirst(2).firstIndex(of: 0x1B), end + 1 < bytes.endIndex else { return nil }
      let body = String(decoding: bytes[(bytes.startIndex + 2)..<end], as: UTF8.self)
      if second == UInt8(ascii: "P") { sixels.append("\(cursor.row),\(cursor.column)") } else { kitty(body) }
      return end + 2 - bytes.startIndex
    default:
      unknown.append("ESC \(second)")
      return 2
    }
  }

  private mutating func control(_ parameters: String, _ final: Character) {
    let numbers = parameters.drop { $0 == "?" }.split(separator: ";").map { Int($0) ?? 0 }
    let first = numbers.first
    switch final {
    case "H":
      let (row, column) = (first ?? 1, numbers.dropFirst().first ?? 1)
      if row > rows || column > columns { unknown.append("cursor to \(row), \(column)") }
      cursor = (min(row, rows) - 1, min(column, columns) - 1)
    case "C": cursor.column = min(cursor.column + (first ?? 1), columns - 1)
    case "K": for column in cursor.column..<columns { set(Cell(ink: ink), cursor.row, column) }
    case "X":
      for column in cursor.column..<min(cursor.column + (first ?? 1), columns) {
        set(Cell(ink: ink), cursor.row, column)
      }
    case "J" where first == 2 || first == nil:
      erasures += 1
      cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    case "m": render(parameters)
    case "h" where parameters.hasPrefix("?"): modes.formUnion(numbers)
    case "l" where parameters.hasPrefix("?"): modes.subtract(numbers)
    case "c", "t": break  // questions
    default: unknown.append("CSI \(parameters)\(final)")
    }
  }

  private mutating func render(_ parameters: String) {
    var codes = parameters.split(separator: ";").map(String.init)[...]
    if codes.isEmpty { ink = [] }
    while let code = codes.popFirst() {
      switch code {
      case "0": ink = []
      case "1", "2", "7": ink.insert(code)
      case "22": ink.subtract(["1", "2"])
      case "27": ink.remove("7")
      default:
        var colour = code
        if code == "38" || code == "48" {
          for _ in 0..<(codes.first == "2" ? 4 : 2) { colour += ";" + (codes.popFirst() ?? "") }
        }
        ink = ink.filter { $0.first != code.first || $0.count < 2 }
        if !code.hasSuffix("9") { ink.insert(colour) }
      }
    }
  }

  private mutating func put(_ scalar: String) {
    let width = scalar.displayWidth
    if width == 0 {
      // A mark belongs to the character before.
      if let last { cells[last.row][last.column].text += scalar }
      return
    }
    guard cursor.column + width <= columns else { return unknown.append("'\(scalar)' does not fit") }
    // What is under both halves goes before either is written.
    if width == 2 { set(Cell(ink: ink), cursor.row, cursor.column + 1) }
    set(Cell(text: scalar, ink: ink), cursor.row, cursor.column)
    last = cursor
    if width == 2 { cells[cursor.row][cursor.column + 1] = Cell(text: "", ink: ink) }
    cursor.column = min(cursor.column + width, columns - 1)
  }

  private mutating func set(_ cell: Cell, _ row: Int, _ column: Int) {
    // Half of a wide character is none.
    if cells[row][column].text.isEmpty, column > 0 { cells[row][column - 1].text = " " }
    if column + 1 < columns, cells[row][column + 1].text.isEmpty { cells[row][column + 1].text = " " }
    cells[row][column] = cell
  }

  private mutating func kitty(_ body: String) {
    guard body.hasPrefix("G") else { return unknown.append("APC \(body)") }
    let head = body.dropFirst().prefix { $0 != ";" }
    var keys: [String: String] = [:]
    for pair in head.split(separator: ",") {
      let parts = pair.split(separator: "=")
      if parts.count == 2 { keys[String(parts[0])] = String(parts[1]) }
    }
    let id = keys["i"].flatMap { Int($0) } ?? 0
    let place = "\(id):\(keys["p"] ?? "")"
    switch (keys["a"], keys["d"]) {
    case ("t", _): pictures.insert(id)
    case ("p", _):
      if !pictures.contains(id) { unknown.append("picture \(id) was not sent") }
      placements.insert("\(place)@\(cursor.row),\(cursor.column)")
    case ("d", "i"): placements = placements.filter { !$0.hasPrefix(place + "@") }
    case ("d", "I"):
      pictures.remove(id)
      placements = placements.filter { !$0.hasPrefix("\(id):") }
    case ("d", "A"): (pictures, placements) = ([], [])
    case ("q", _), (nil, _): break  // a question, or more of a picture
    default: unknown.append("APC \(head)")
    }
  }
}
