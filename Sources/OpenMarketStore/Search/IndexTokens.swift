/// What the full-text index holds for a name: tokens, separated by spaces.
///
/// A stretch of Hangul, joined across spaces, is every pair of neighbours and then its last syllable alone:
/// 게이밍 의자 → `게이 이밍 밍의 의자 자`. Latin and digit runs stay whole. Pairs find any substring of two
/// syllables or more as a phrase, and single syllables as the beginning of a token; the lone last syllable also
/// keeps phrases from running on from one stretch into the next.
struct IndexTokens {
  /// The tokens as UTF-8.
  private(set) var utf8: [UInt8] = []

  private var openRun = ScriptClass.other
  private var previous: Unicode.Scalar?

  init(_ name: String) {
    utf8.reserveCapacity(name.utf8.count * 3)
    TextFolder.fold(name) { scalar, _ in append(scalar) }
    closeRun()
    closeStretch()
  }

  /// Whether a token is a word of an alphabet, not a number nor syllables.
  static func isWord(_ token: ArraySlice<UInt8>) -> Bool {
    String(decoding: token, as: UTF8.self).unicodeScalars.first.map { ScriptClass($0) == .letter } ?? false
  }

  /// Whether a token is of syllables; of other scripts that are indexed like Hangul, it does not matter.
  static func isHangul(_ token: ArraySlice<UInt8>) -> Bool { token.first.map { 0xEA...0xED ~= $0 } ?? false }

  /// The tokens as the index takes them.
  var text: String { String(decoding: utf8, as: UTF8.self) }

  private mutating func append(_ scalar: Unicode.Scalar) {
    let kind = ScriptClass(scalar)
    switch kind {
    case .syllable:
      closeRun()
      if let previous {
        separate()
        utf8.append(scalar: previous)
        utf8.append(scalar: scalar)
      }
      previous = scalar
    case .letter, .digit:
      closeStretch()
      if kind != openRun {
        closeRun()
        separate()
        openRun = kind
      }
      utf8.append(scalar: scalar)
    case .space:
      closeRun()
    case .other:
      closeRun()
      closeStretch()
    }
  }

  private mutating func closeRun() {
    openRun = .other
  }

  private mutating func closeStretch() {
    guard let last = previous else { return }
    separate()
    utf8.append(scalar: last)
    previous = nil
  }

  private mutating func separate() {
    if !utf8.isEmpty { utf8.append(UInt8(ascii: " ")) }
  }
}

extension [UInt8] {
  /// Appends the UTF-8 form of `scalar`.
  mutating func append(scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case ..<0x80:
      append(UInt8(value))
    case ..<0x800:
      append(UInt8(0xC0 | value >> 6))
      append(UInt8(0x80 | value & 0x3F))
    case ..<0x10000:
      append(UInt8(0xE0 | value >> 12))
      append(UInt8(0x80 | value >> 6 & 0x3F))
      append(UInt8(0x80 | value & 0x3F))
    default:
      append(UInt8(0xF0 | value >> 18))
      append(UInt8(0x80 | value >> 12 & 0x3F))
      append(UInt8(0x80 | value >> 6 & 0x3F))
      append(UInt8(0x80 | value & 0x3F))
    }
  }
}
