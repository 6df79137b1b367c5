/// The response of a terminal that is asked whether and how large it can show pictures.
///
/// Takes the bytes as they come. Every terminal responds to the last question, so its response is the end.
struct GraphicsResponse: Equatable {
  /// Asks for kitty's protocol, for the size of a cell, and for what every terminal tells about itself (DA1).
  static let query = KittyGraphics.query + "\u{1B}[16t\u{1B}[c"

  /// Whether it knows kitty's protocol.
  private(set) var hasKitty = false
  /// Whether it knows sixels.
  private(set) var hasSixel = false
  /// The size of a character's cell in pixels.
  private(set) var cell: CellSize?
  /// Whether it has told everything.
  private(set) var isComplete = false

  private var pending: [UInt8] = []

  /// Takes more input. Anything but a response, such as typed keys, is passed over.
  mutating func take(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    while !isComplete, let start = pending.firstIndex(of: 0x1B) {
      pending.removeFirst(start)
      guard let sequence = Self.sequence(pending[...]) else {
        // A beginning that goes on for ever is none.
        if pending.count > 256 { pending.removeFirst() } else { return }
        continue
      }
      pending.removeFirst(sequence.length)
      note(sequence.text)
    }
  }

  private mutating func note(_ text: String) {
    if text.hasPrefix("_Gi=31;OK") { hasKitty = true }
    guard text.hasPrefix("[") else { return }
    let numbers = text.dropFirst().drop { $0 == "?" }.dropLast().split(separator: ";").map { Int($0) ?? 0 }
    if text.hasPrefix("[?"), text.hasSuffix("c") {
      hasSixel = numbers.dropFirst().contains(4)
      isComplete = true
    } else if text.hasSuffix("t"), numbers.count == 3, numbers[0] == 6 {
      cell = CellSize(width: numbers[2], height: numbers[1])
    }
  }

  /// The sequence that `bytes` begin with, without its ESC and end mark; `nil` while it is incomplete.
  private static func sequence(_ bytes: ArraySlice<UInt8>) -> (text: String, length: Int)? {
    let body = bytes.dropFirst()
    func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    switch body.first {
    case nil: return nil
    case UInt8(ascii: "["):
      guard let end = body.dropFirst().firstIndex(where: { 0x40...0x7E ~= $0 }) else { return nil }
      return (text(body[...end]), end + 1 - bytes.startIndex)
    case UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]"):
      guard let end = body.firstIndex(of: 0x1B), end + 1 < bytes.endIndex else { return nil }
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
