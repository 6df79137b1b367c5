/// The pieces of an ICC profile in a JPEG file: each says its number and how many there are.
struct JPEGProfilePieces {
  private var pieces: [Int: Range<Int>] = [:]
  private var count: Int?
  private var isDamaged = false

  /// Takes a segment APP2, which may hold something else.
  mutating func add(_ payload: Range<Int>, of bytes: Span<UInt8>) {
    let title = Array("ICC_PROFILE\0".utf8)
    let start = payload.lowerBound
    guard payload.count >= title.count + 2, title.indices.allSatisfy({ bytes[start + $0] == title[$0] })
    else { return }
    let number = Int(bytes[start + title.count])
    let announced = Int(bytes[start + title.count + 1])
    let isInRange = number >= 1 && number <= announced
    if !isInRange || pieces[number] != nil || announced != count ?? announced { isDamaged = true }
    count = announced
    pieces[number] = start + title.count + 2..<payload.upperBound
  }

  /// The pieces in their order; none unless all of them came, once.
  var inOrder: [Range<Int>] {
    guard !isDamaged, pieces.count == count else { return [] }
    return pieces.sorted { $0.key < $1.key }.map(\.value)
  }
}
