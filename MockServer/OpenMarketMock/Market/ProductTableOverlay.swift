import Foundation

/// Changes on top of a catalogue.
struct ProductOverlay: Sendable {
  /// An inserted or replaced product with its texts as searches compare them.
  struct Entry: Sendable {
    var record: ProductRecord
    private var folded = TextColumn()

    init(_ record: ProductRecord) {
      self.record = record
      for text in [record.name, record.description ?? "", record.vendorName] {
        folded.appendFolded(Array(text.utf8)[...])
      }
    }

    func contains(_ needle: [UInt8]) -> Bool { folded.contains(needle) }
  }

  /// How much more or less frequent a phrase is than in the catalogue.
  struct PhraseChange: Sendable {
    /// In NFC.
    var text: String
    var folded: [UInt8]
    /// Where the catalogue has it.
    var place: Int?
    var difference = 0
  }

  var entries: [Int64: Entry] = [:]
  /// Ids outside the catalogue, ascending.
  var addedIDs: [Int64] = []
  /// Ids of the catalogue that are gone, ascending.
  var removedBaseIDs: [Int64] = []
  /// By NFC text.
  private(set) var phrases: [String: PhraseChange] = [:]
  /// Products of the overlay by the names of their pictures.
  private(set) var imageOwners: [String: Int64] = [:]

  /// Takes a product in.
  mutating func keep(_ record: ProductRecord, in index: PhraseIndex) {
    entries[record.id] = Entry(record)
    count(record.name, by: 1, in: index)
    for image in record.images {
      imageOwners[image.originName] = record.id
      imageOwners[image.thumbnailName] = record.id
    }
  }

  /// Forgets the phrases and pictures of a product that is about to go.
  mutating func forgetTexts(of record: ProductRecord, in index: PhraseIndex) {
    count(record.name, by: -1, in: index)
    for image in record.images {
      imageOwners[image.originName] = nil
      imageOwners[image.thumbnailName] = nil
    }
  }

  /// A set to add matches to, when products of the catalogue were changed.
  func emptyBaseSet(of catalogue: Catalogue) -> ProductSet? {
    guard entries.count > addedIDs.count else { return nil }
    return ProductSet(words: Array(repeating: 0, count: (catalogue.count + 63) / 64))
  }

  private mutating func count(_ name: String, by difference: Int, in index: PhraseIndex) {
    for phrase in Self.phrases(of: name) {
      let text = Array(phrase.utf8)
      var change =
        phrases[phrase]
        ?? {
          let folded = FoldedText.bytes(of: phrase)
          return PhraseChange(text: phrase, folded: folded, place: index.place(of: text, folded: folded))
        }()
      change.difference += difference
      phrases[phrase] = change.difference == 0 ? nil : change
    }
  }

  /// A name and its words, each once, in NFC.
  static func phrases(of name: String) -> Set<String> {
    let name = name.precomposedStringWithCanonicalMapping
    let words = name.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
    return Set(words.map { String($0) }).union(name.isEmpty ? [] : [name])
  }
}
