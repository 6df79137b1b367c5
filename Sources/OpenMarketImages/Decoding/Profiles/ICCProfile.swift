import Foundation

/// The ICC profile of a file: the colours that the numbers of its pixels stand for (ISO 15076-1).
///
/// One that cannot be read counts as absent, as in browsers: the numbers are then those of sRGB.
struct ICCProfile: Sendable, Hashable {
  /// The kinds of pixels that a profile can be for, as the header names them.
  enum Model: UInt32 {
    case grey = 0x4752_4159  // "GRAY"
    case rgb = 0x5247_4220  // "RGB "
    case cmyk = 0x434D_594B  // "CMYK"
  }

  let bytes: Data
  let model: Model

  /// Reads the header of a profile, which other bytes may follow; it is `nil` when this is not the profile of a camera,
  /// screen or printer, or of a colour space.
  init?(_ bytes: Data) {
    let span = bytes.span
    guard span.count >= 132, let length = Int(exactly: span.bigEndian32(at: 0)), length >= 132,
      length <= span.count, let model = Model(rawValue: span.bigEndian32(at: 16)),
      Name.classes.contains(span.bigEndian32(at: 12)), Name.connections.contains(span.bigEndian32(at: 20)),
      span.bigEndian32(at: 36) == Name.signature, span.bigEndian32(at: 128) <= 100
    else { return nil }
    self.bytes = bytes.prefix(length)
    self.model = model
  }

  /// Where the element with a name is; `nil` when there is none.
  func element(_ name: UInt32) -> Range<Int>? {
    let bytes = bytes.span
    for index in 0..<Int(bytes.bigEndian32(at: 128)) {
      let entry = 132 + 12 * index
      guard entry + 12 <= bytes.count else { return nil }
      guard bytes.bigEndian32(at: entry) == name else { continue }
      guard let start = Int(exactly: bytes.bigEndian32(at: entry + 4)),
        let length = Int(exactly: bytes.bigEndian32(at: entry + 8)), start <= bytes.count,
        length <= bytes.count - start
      else { return nil }
      return start..<start + length
    }
    return nil
  }

  /// Names in headers, as numbers.
  private enum Name {
    static let signature: UInt32 = 0x6163_7370  // "acsp"
    /// "scnr", "mntr", "prtr", "spac"
    static let classes: [UInt32] = [0x7363_6E72, 0x6D6E_7472, 0x7072_7472, 0x7370_6163]
    /// "XYZ ", "Lab "
    static let connections: [UInt32] = [0x5859_5A20, 0x4C61_6220]
  }
}
