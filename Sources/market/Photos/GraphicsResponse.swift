/// The response of a terminal that is asked whether and how large it can show pictures, with what is typed meanwhile.
///
/// Takes the bytes as they come. Every terminal responds to the last question, so its response is the end.
struct GraphicsResponse: Equatable {
  /// Asks for kitty's protocol, for the size of a cell, and for what every terminal tells about itself (DA1).
  static let query = KittyGraphics.query + "\u{1B}[16t\u{1B}[c"

  /// All that has come, each byte as a character.
  private var text = ""

  /// The parameters of the last response.
  private var attributes: Substring? { text.firstMatch(of: /\u{1B}\[\?([0-9;]*)c/)?.1 }

  /// Whether it has told everything.
  var isComplete: Bool { attributes != nil }
  var hasKitty: Bool { text.contains("\u{1B}_Gi=31;OK") }
  var hasSixel: Bool { attributes?.split(separator: ";").dropFirst().contains("4") ?? false }

  var cell: CellSize? {
    guard let size = text.firstMatch(of: /\u{1B}\[6;([0-9]+);([0-9]+)t/), let height = Int(size.1),
      let width = Int(size.2)
    else { return nil }
    return CellSize(width: width, height: height)
  }

  /// The bytes between that are no response: typed keys.
  var keys: [UInt8] {
    let responses = /\u{1B}_G[^\u{1B}]*\u{1B}\\|\u{1B}\[\?[0-9;]*c|\u{1B}\[6;[0-9]+;[0-9]+t/
    return text.replacing(responses, with: "").unicodeScalars.map { UInt8($0.value) }
  }

  mutating func take(_ bytes: some Sequence<UInt8>) {
    text.unicodeScalars.append(contentsOf: bytes.map { Unicode.Scalar($0) })
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
