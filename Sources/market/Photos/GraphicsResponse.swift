/// The response of a terminal that is asked whether and how large it can show pictures.
///
/// Takes the bytes as they come. Every terminal responds to the last question, so its response is the end.
struct GraphicsResponse: Equatable {
  /// Asks for kitty's protocol, for the size of a cell, and for what every terminal tells about itself (DA1).
  static let query = KittyGraphics.query + "\u{1B}[16t\u{1B}[c"

  private(set) var hasKitty = false
  private(set) var hasSixel = false
  /// The size of a character's cell in pixels.
  private(set) var cell: CellSize?
  /// Whether it has told everything.
  private(set) var isComplete = false
  /// The bytes between that are no response: typed keys.
  private(set) var keys: [UInt8] = []

  private var pending: [UInt8] = []

  /// Takes more input.
  mutating func take(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    while !isComplete, let start = pending.firstIndex(of: 0x1B) {
      takeKeys(start)
      guard let sequence = Self.sequence(pending[...]) else {
        // A beginning that goes on for ever is none.
        if pending.count > 256 { takeKeys(1) } else { return }
        continue
      }
      if note(sequence.text) { pending.removeFirst(sequence.length) } else { takeKeys(sequence.length) }
    }
    takeKeys(pending.count)
  }

  /// Takes what has come of a sequence as typed keys, as no more of it will come.
  mutating func finish() { takeKeys(pending.count) }

  private mutating func takeKeys(_ count: Int) {
    keys += pending.prefix(count)
    pending.removeFirst(count)
  }

  /// - Returns: False when `text` is none of the responses.
  private mutating func note(_ text: String) -> Bool {
    if text.hasPrefix("_G") {
      if text.hasPrefix("_Gi=31;OK") { hasKitty = true }
      return true
    }
    guard text.hasPrefix("[") else { return false }
    let numbers = text.dropFirst().drop { $0 == "?" }.dropLast().split(separator: ";").map { Int($0) ?? 0 }
    if text.hasPrefix("[?"), text.hasSuffix("c") {
      hasSixel = numbers.dropFirst().contains(4)
      isComplete = true
    } else if text.hasSuffix("t"), numbers.count == 3, numbers[0] == 6 {
      cell = CellSize(width: numbers[2], height: numbers[1])
    } else {
      return false
    }
    return true
  }

  /// The sequence that `bytes` begin with, without its ESC and end mark; `nil` while it is incomplete.
  ///
  /// One in which another begins is a key with Alt, and counts as its ESC alone.
  private static func sequence(_ bytes: ArraySlice<UInt8>) -> (text: String, length: Int)? {
    let body = bytes.dropFirst()
    func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    switch body.first {
    case nil: return nil
    case UInt8(ascii: "["):
      guard let end = body.dropFirst().firstIndex(where: { 0x40...0x7E ~= $0 || $0 == 0x1B }) else {
        return nil
      }
      return bytes[end] == 0x1B ? ("", 1) : (text(body[...end]), end + 1 - bytes.startIndex)
    case UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]"):
      guard let end = body.firstIndex(of: 0x1B), end + 1 < bytes.endIndex else { return nil }
      guard bytes[end + 1] == UInt8(ascii: "\\") else { return ("", 1) }
      return (text(body[..<end]), end + 2 - bytes.startIndex)
    default: return ("", 1)
    }
  }
}

/// The size of a character's cell in pixels.
struct CellSize: Equatable {
  var width: Int
  var height: Int

  /// `nil` for what no cell can be.
  init?(width: Int, height: Int) {
    guard 2...200 ~= width, 4...400 ~= height else { return nil }
    (self.width, self.height) = (width, height)
  }

  private init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

  /// Smaller than most, so that pictures for it fit into most windows.
  static let usual = CellSize(8, 16)
}
