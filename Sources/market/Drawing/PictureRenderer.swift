/// Sends pictures that a terminal draws itself, and takes them away again.
struct PictureRenderer {
  /// The numbers of the pictures that the terminal has, the last displayed at the end.
  private var sent: [UInt32] = []
  /// Terminals have room for some hundred megabytes; these are far less.
  private static let mostSent = 200

  /// The sequence that takes away what is not on the new screen.
  ///
  /// Sixels need none: the text that takes their place erases them.
  mutating func removal(from old: Canvas, to new: Canvas) -> String {
    old.placements.map { placement in
      guard case .kitty = placement.picture.content, !new.placements.contains(placement) else { return "" }
      return KittyGraphics.removal(id: placement.picture.id, placement: placement.number(old.size))
    }.joined()
  }

  /// Pictures that the old screen does not have in their places, each a sequence to be sent with the cursor there.
  mutating func additions(
    from old: Canvas, to new: Canvas
  ) -> [(placement: Canvas.Placement, sequence: String)] {
    new.placements.compactMap { placement in
      let isThere = old.placements.contains(placement)
      switch placement.picture.content {
      case .cells: return nil
      case .sixel(let pieces):
        // Text that was written over it has erased a part.
        if isThere, !placement.isTouched(from: old, to: new) { return nil }
        return (placement, pieces.joined())
      case .kitty(let pieces):
        if isThere { return nil }
        let place = KittyGraphics.placement(
          id: placement.picture.id, placement: placement.number(new.size),
          columns: placement.picture.columns, rows: placement.picture.rows)
        return (placement, transmission(placement.picture.id, pieces) + place)
      }
    }
  }

  private mutating func transmission(_ id: UInt32, _ pieces: [String]) -> String {
    let isKnown = sent.firstIndex(of: id).map { sent.remove(at: $0) } != nil
    sent.append(id)
    var sequence = isKnown ? "" : pieces.joined()
    if sent.count > Self.mostSent { sequence += KittyGraphics.deletion(id: sent.removeFirst()) }
    return sequence
  }
}

extension Canvas.Placement {
  /// Tells the places of one picture on a screen apart, from 1.
  fileprivate func number(_ size: ScreenSize) -> Int { row * size.columns + column + 1 }

  fileprivate func isTouched(from old: Canvas, to new: Canvas) -> Bool {
    for row in row..<row + picture.rows {
      for column in column..<column + picture.columns where old[row, column] != new[row, column] {
        return true
      }
    }
    return false
  }
}
