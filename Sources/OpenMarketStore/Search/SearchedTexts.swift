import GRDB
package import OpenMarketAPI

/// A field of a product that is searched, the best one first.
enum SearchField: UInt64, CaseIterable {
  case name, vendor, description

  /// Stands before every token of the field, and before those that are listed.
  var mark: String {
    switch self {
    case .name: ""
    case .vendor: "§"
    case .description: "¶"
    }
  }
}

package struct SearchedTexts: Sendable, Hashable {
  /// Of a longer description or vendor's name only its beginning is searched, in bytes of UTF-8: more than a market lets
  /// through.
  static let longest = 4_000

  let name: String
  let vendor: String?
  let description: String?

  init(name: String, vendor: String? = nil, description: String? = nil) {
    self.name = name
    self.vendor = vendor?.beginning(ofBytes: Self.longest)
    self.description = description?.beginning(ofBytes: Self.longest)
  }

  package init(_ product: Product) {
    // As ``ProductRow/textColumns`` are read.
    self.init(
      name: product.name, vendor: product.vendorName ?? product.vendor?.name, description: product.description
    )
  }

  /// Reads ``ProductRow/textColumns``, the first of which is at `column`.
  init(_ row: StatementRow, from column: CInt) {
    self.init(
      name: row.text(column), vendor: row.optionalText(column + 1),
      description: row.optionalText(column + 2))
  }

  /// Itself with the name of another vendor.
  func sold(by vendor: String?) -> SearchedTexts {
    SearchedTexts(name: name, vendor: vendor, description: description)
  }

  /// Whether they are the same byte for byte: equal texts may have other scalars, and so other tokens and places.
  package func hasSameBytes(as other: SearchedTexts) -> Bool {
    SearchField.allCases.allSatisfy { field in
      switch (self[field], other[field]) {
      case (let text?, let otherText?): text.utf8.elementsEqual(otherText.utf8)
      case (nil, nil): true
      default: false
      }
    }
  }

  subscript(field: SearchField) -> String? {
    switch field {
    case .name: name
    case .vendor: vendor
    case .description: description
    }
  }
}

/// The texts of a product as the search sees them, each made when it is first looked at.
struct SearchedUnits {
  let texts: SearchedTexts
  /// Whether many searches look at them, so that masks are worth making.
  private let areKept: Bool
  private var name: MaskedUnits?
  private var vendor: MaskedUnits?
  private var description: MaskedUnits?

  init(_ texts: SearchedTexts, areKept: Bool = false) { (self.texts, self.areKept) = (texts, areKept) }

  /// The units of a field; `nil` when nothing is known of it.
  subscript(field: SearchField) -> MaskedUnits? {
    mutating get {
      switch field {
      case .name: Self.units(of: texts.name, areKept, in: &name)
      case .vendor: Self.units(of: texts.vendor, areKept, in: &vendor)
      case .description: Self.units(of: texts.description, areKept, in: &description)
      }
    }
  }

  private static func units(of text: String?, _ areKept: Bool, in made: inout MaskedUnits?) -> MaskedUnits? {
    if made == nil { made = text.map { MaskedUnits(NameUnits($0), isMasked: areKept) } }
    return made
  }
}

/// The units of a text, and which characters it has.
struct MaskedUnits {
  let units: NameUnits
  private let mask: CharacterMask?

  init(_ units: NameUnits, isMasked: Bool) {
    self.units = units
    mask = isMasked ? CharacterMask(units.scalars) : nil
  }

  @inline(__always) func mayHave(_ characters: CharacterMask) -> Bool { mask?.mayHave(characters) ?? true }
}

extension String {
  /// Its beginning of so many bytes of UTF-8 at most, which ends where a scalar does.
  fileprivate func beginning(ofBytes count: Int) -> String {
    guard utf8.count > count else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: count)
    while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return String(unicodeScalars[..<end])
  }
}
