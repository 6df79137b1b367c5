/// The example tables of ITU-T T.81, annex K, which most encoders use.
enum JPEGTables {
  /// The tables that code one kind of component.
  struct Component: Sendable {
    /// Quantisation steps in zigzag order, as the file has them.
    let quantisation: [UInt8]
    /// By what the transform's output is multiplied to quantise it, row by row.
    let steps: [Float]
    /// For the differences of mean values.
    let direct: Code
    /// For all other coefficients.
    let alternating: Code

    fileprivate init(base: [Int], quality: Int, direct: Code, alternating: Code) {
      let quality = min(100, max(1, quality))
      let scale = quality < 50 ? 5000 / quality : 200 - 2 * quality
      let values = base.map { min(255, max(1, ($0 * scale + 50) / 100)) }
      quantisation = zigzag.map { UInt8(values[$0]) }
      // The transform scales output n by cos(nπ/16)·√2 in each direction, and by 8 altogether.
      let factors: [Float] = [
        1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.541196100, 0.275899379,
      ]
      steps = (0..<64).map { 1 / (Float(values[$0]) * factors[$0 / 8] * factors[$0 % 8] * 8) }
      self.direct = direct
      self.alternating = alternating
    }
  }

  struct Code: Sendable {
    /// As a DHT segment has it: how many codes of 1…16 bits, then their symbols.
    let definition: [UInt8]
    private(set) var codes = [UInt16](repeating: 0, count: 256)
    private(set) var lengths = [UInt8](repeating: 0, count: 256)

    /// Reads symbols in hexadecimal.
    fileprivate init(counts: [UInt8], symbols: String) {
      let symbols = symbols.split(whereSeparator: \.isWhitespace).compactMap { UInt8($0, radix: 16) }
      definition = counts + symbols
      var code: UInt16 = 0
      var next = 0
      for (index, count) in counts.enumerated() {
        for _ in 0..<count {
          codes[Int(symbols[next])] = code
          lengths[Int(symbols[next])] = UInt8(index + 1)
          code += 1
          next += 1
        }
        code <<= 1
      }
    }
  }

  static func luma(quality: Int) -> Component {
    Component(base: lumaSteps, quality: quality, direct: lumaDirect, alternating: lumaAlternating)
  }

  static func chroma(quality: Int) -> Component {
    Component(base: chromaSteps, quality: quality, direct: chromaDirect, alternating: chromaAlternating)
  }

  /// Row-by-row index of each coefficient in coding order.
  static let zigzag = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
    14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39,
    46, 53, 60, 61, 54, 47, 55, 62, 63,
  ]

  private static let lumaSteps = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17,
    22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78,
    87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
  ]

  private static let chromaSteps =
    [17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99]
    + [47, 66, 99, 99, 99, 99, 99, 99] + [Int](repeating: 99, count: 32)

  private static let lumaDirect = Code(
    counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], symbols: "00 01 02 03 04 05 06 07 08 09 0A 0B")
  private static let chromaDirect = Code(
    counts: [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], symbols: "00 01 02 03 04 05 06 07 08 09 0A 0B")

  private static let lumaAlternating = Code(
    counts: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7D],
    symbols: """
      01 02 03 00 04 11 05 12 21 31 41 06 13 51 61 07 22 71 14 32 81 91 A1 08 23 42 B1 C1 15 52 D1 F0 24 33 62 72 82 09 0A 16 17 18 19 1A 25 26 27 28
      29 2A 34 35 36 37 38 39 3A 43 44 45 46 47 48 49 4A 53 54 55 56 57 58 59 5A 63 64 65 66 67 68 69 6A 73 74 75 76 77 78 79 7A 83 84 85 86 87 88 89
      8A 92 93 94 95 96 97 98 99 9A A2 A3 A4 A5 A6 A7 A8 A9 AA B2 B3 B4 B5 B6 B7 B8 B9 BA C2 C3 C4 C5 C6 C7 C8 C9 CA D2 D3 D4 D5 D6 D7 D8 D9 DA E1 E2
      E3 E4 E5 E6 E7 E8 E9 EA F1 F2 F3 F4 F5 F6 F7 F8 F9 FA
      """)

  private static let chromaAlternating = Code(
    counts: [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 0x77],
    symbols: """
      00 01 02 03 11 04 05 21 31 06 12 41 51 07 61 71 13 22 32 81 08 14 42 91 A1 B1 C1 09 23 33 52 F0 15 62 72 D1 0A 16 24 34 E1 25 F1 17 18 19 1A 26
      27 28 29 2A 35 36 37 38 39 3A 43 44 45 46 47 48 49 4A 53 54 55 56 57 58 59 5A 63 64 65 66 67 68 69 6A 73 74 75 76 77 78 79 7A 82 83 84 85 86 87
      88 89 8A 92 93 94 95 96 97 98 99 9A A2 A3 A4 A5 A6 A7 A8 A9 AA B2 B3 B4 B5 B6 B7 B8 B9 BA C2 C3 C4 C5 C6 C7 C8 C9 CA D2 D3 D4 D5 D6 D7 D8 D9 DA
      E2 E3 E4 E5 E6 E7 E8 E9 EA F2 F3 F4 F5 F6 F7 F8 F9 FA
      """)
}
