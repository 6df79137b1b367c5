/// Neighbouring colours of a picture, which median cut halves until there are as many boxes as colours are wanted.
struct ColourBox {
  /// Colours that are hardly to be told apart, with the pixels that have them.
  struct Cell {
    private var sums = SIMD3<Int>()
    private(set) var count = 0

    mutating func add(_ colour: RGB) {
      sums &+= colour.channels
      count += 1
    }

    mutating func add(_ other: Cell) {
      sums &+= other.sums
      count += other.count
    }

    var mean: RGB { RGB(sums / max(count, 1)) }
  }

  private let cells: [Cell]
  private let channel: KeyPath<RGB, UInt8>
  /// How much is won by halving it: the pixels times how far they lie apart, nothing for a single colour.
  let weight: Int

  init(_ cells: [Cell]) {
    self.cells = cells
    let means = cells.map(\.mean)
    let extents = [\RGB.red, \RGB.green, \RGB.blue].map { channel in
      let values = means.map { Int($0[keyPath: channel]) }
      return (channel: channel, length: (values.max() ?? 0) - (values.min() ?? 0))
    }
    let longest = extents.max { $0.length < $1.length }
    channel = longest?.channel ?? \RGB.red
    let pixels = cells.reduce(0) { $0 + $1.count }
    weight = cells.count > 1 ? ((longest?.length ?? 0) + 1) * pixels : 0
  }

  var mean: RGB { cells.reduce(into: Cell()) { $0.add($1) }.mean }

  /// Two boxes with about half of the pixels each; `nil` for a single colour.
  var halves: (ColourBox, ColourBox)? {
    guard cells.count > 1 else { return nil }
    let sorted = cells.sorted { $0.mean[keyPath: channel] < $1.mean[keyPath: channel] }
    let half = sorted.reduce(0) { $0 + $1.count } / 2
    var (below, cut) = (0, 1)
    for (index, cell) in sorted.dropLast().enumerated() {
      below += cell.count
      cut = index + 1
      if below >= half { break }
    }
    return (ColourBox(Array(sorted[..<cut])), ColourBox(Array(sorted[cut...])))
  }
}
