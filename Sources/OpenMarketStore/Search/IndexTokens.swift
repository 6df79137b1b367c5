/// The tokens of a product in the full-text index, separated by spaces; their order does not matter.
///
/// Of each field (``SearchField``), after its mark:
/// - Its units (``NameUnits``): syllables, words, numbers. 아이폰 15 Pro → `아 이 폰 15 pro`.
/// - Neighbours that are one token (``NameUnits/areIndexedTogether(_:_:)``): `아이 이폰`; of 256GB, `256gb`.
/// - The first character of longer words and numbers (``beginningMark``): `·1 ·p`. A thousand words begin with it, too
///   many to be asked for one by one.
/// - Every three letters in a row of longer words (``partMark``): of label, `…lab …abe …bel`. As many words have them inside.
/// - Units that occur twice (``repetitionMark``), and those that occur three times.
///
/// Of the name, itself or its length (``name(_:)``), for names that are just what was typed; the ``InnerWords`` in it; and its
/// signs (``sign(_:)``).
///
/// Without places the index is a third smaller and finds as much. A name with 미개 and with 개봉 has 미개봉 in it, as
/// long as there is only one 개 that both can be of; if there are more, `×개` says so, and the name is looked at. A text that
/// has one syllable twice, as 노스페이스 has, also finds only itself in a name with two of them: what `✕스` is for.
struct IndexTokens {
  /// Stands before the first character of a unit that goes on.
  static let beginningMark: Unicode.Scalar = "·"
  /// Stands before a unit that occurs more than once.
  static let repetitionMark: Unicode.Scalar = "×"
  /// Stands before a unit that occurs more than twice.
  static let secondRepetitionMark: Unicode.Scalar = "✕"
  /// Stands before letters of a word with more of them.
  static let partMark: Unicode.Scalar = "…"
  /// Stands before one of ``InnerWords``.
  static let innerMark: Unicode.Scalar = "¬"
  /// How many letters that are.
  static let partLength = 3
  /// Of a field with a word that is too long for ``TermList`` to have its endings.
  static let longWord: Unicode.Scalar = "‡"

  /// The token of names with one of ``SearchSigns``; full-width, as those of ASCII end tokens.
  static func sign(_ sign: Unicode.Scalar) -> String {
    let wide = sign.isASCII ? Unicode.Scalar(sign.value + 0xFEE0) ?? sign : sign
    return "※" + String(Character(wide))
  }

  /// The token of a whole name, spaces and punctuation left out: itself, or where it is long, as most are, its length alone.
  static func name(_ scalars: [Unicode.Scalar]) -> String {
    guard scalars.count <= longestWholeName else { return name(ofLength: scalars.count) }
    return "№" + String(String.UnicodeScalarView(scalars))
  }

  /// The token of all names of a length beyond ``longestWholeName``.
  static func name(ofLength count: Int) -> String { "№№\(min(count, 64))" }

  /// Few names are no longer.
  static let longestWholeName = 4

  /// A token that ``TermList`` has.
  enum Listed {
    case word, number, neighbours
  }

  /// The tokens as UTF-8.
  private(set) var utf8: [UInt8] = []
  /// The places in ``utf8`` of the tokens that are listed, without the marks of their fields.
  private(set) var listed: [(field: SearchField, kind: Listed, range: Range<Int>)] = []
  private var field = SearchField.name
  private var fieldMark: Unicode.Scalar?

  init(_ texts: SearchedTexts) {
    for field in SearchField.allCases {
      guard let text = texts[field] else { continue }
      (self.field, fieldMark) = (field, field.mark.unicodeScalars.first)
      let units = NameUnits(text)
      append(units)
      guard field == .name else { continue }
      if !units.scalars.isEmpty { append(filter: Self.name(units.scalars)) }
      for sign in units.signs { append(filter: Self.sign(sign)) }
    }
  }

  /// The tokens as the index takes them.
  var text: String { String(decoding: utf8, as: UTF8.self) }

  /// Appends a token of the whole product, as those of ``FilterTokens``.
  mutating func append(filter token: String, isListed: Bool = false) {
    if !utf8.isEmpty { utf8.append(UInt8(ascii: " ")) }
    let start = utf8.count
    utf8 += token.utf8
    if isListed { listed.append((.name, .neighbours, start..<utf8.count)) }
  }

  private mutating func append(_ name: NameUnits) {
    utf8.reserveCapacity(utf8.count + name.scalars.count * 20)
    listed.reserveCapacity(listed.count + name.units.count)
    var previous: NameUnits.Unit?
    var hasLongWord = false
    for unit in name.units {
      let range = append(name.scalars[unit.range])
      if unit.range.count > 1 {
        listed.append((field, unit.kind == .letter ? .word : .number, range))
        append(name.scalars[unit.range].prefix(1), after: Self.beginningMark)
      }
      if unit.kind == .letter, unit.range.count > Self.partLength {
        for start in unit.range.dropLast(Self.partLength - 1) {
          append(name.scalars[start..<start + Self.partLength], after: Self.partMark)
        }
        hasLongWord = hasLongWord || range.count > TermList.longestWithParts
      }
      if let previous { appendNeighbours(previous, unit, in: name) }
      previous = unit
    }
    for (unit, count) in Self.repeated(in: name) {
      append(name.scalars[unit.range], after: count == 2 ? Self.repetitionMark : Self.secondRepetitionMark)
    }
    if field == .name { InnerWords.forEach(in: name) { append($0, after: Self.innerMark) } }
    if hasLongWord { listed.append((field, .number, append([], after: Self.longWord))) }
  }

  private mutating func appendNeighbours(
    _ first: NameUnits.Unit, _ second: NameUnits.Unit, in name: NameUnits
  ) {
    guard NameUnits.areIndexedTogether(first.kind, second.kind) else { return }
    if second.kind == .syllable, first.kind == .syllable, second.isApart { return }
    let range = append(name.scalars[first.range.lowerBound..<second.range.upperBound])
    // Those that are looked for by how they begin: 맥ㅂ, S2.
    if second.kind != .syllable ? second.range.count > 1 : first.kind == .syllable {
      listed.append((field, .neighbours, range))
    }
  }

  /// - Returns: The place of the token without the mark of its field.
  @discardableResult
  private mutating func append(
    _ scalars: ArraySlice<Unicode.Scalar>, after mark: Unicode.Scalar? = nil
  ) -> Range<Int> {
    if !utf8.isEmpty { utf8.append(UInt8(ascii: " ")) }
    if let fieldMark { utf8.append(scalar: fieldMark) }
    let start = utf8.count
    if let mark { utf8.append(scalar: mark) }
    for scalar in scalars { utf8.append(scalar: scalar) }
    return start..<utf8.count
  }

  /// Of so few units each is compared with all before it, which spares sorting them.
  private static let fewUnits = 40

  /// The second and third ones of units that are the same.
  private static func repeated(in name: NameUnits) -> [(unit: NameUnits.Unit, count: Int)] {
    guard name.units.count > 1 else { return [] }
    let hashes = name.units.map { hash(name.scalars[$0.range]) }
    if hashes.count <= fewUnits {
      var seen: UInt64 = 0
      return hashes.indices.compactMap { index in
        let bit: UInt64 = 1 << (hashes[index] >> 58)
        defer { seen |= bit }
        guard seen & bit != 0 else { return nil }
        let count = hashes[...index].reduce(0) { $0 + ($1 == hashes[index] ? 1 : 0) }
        return 2...3 ~= count ? (name.units[index], count) : nil
      }
    }
    let sorted = zip(hashes, name.units).map { (hash: $0, unit: $1) }.sorted {
      ($0.hash, $0.unit.range.lowerBound) < ($1.hash, $1.unit.range.lowerBound)
    }
    var count = 0
    return sorted.indices.dropFirst().compactMap { index in
      count = sorted[index].hash == sorted[index - 1].hash ? max(count, 1) + 1 : 1
      return 2...3 ~= count ? (sorted[index].unit, count) : nil
    }
  }

  /// FNV-1a, the same in every process: what is taken out of the index must be what was put in. Two units with one
  /// hash count as the same, which costs reading the name.
  private static func hash(_ scalars: ArraySlice<Unicode.Scalar>) -> UInt64 {
    scalars.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1.value)) &* 0x100_0000_01B3 }
  }
}
