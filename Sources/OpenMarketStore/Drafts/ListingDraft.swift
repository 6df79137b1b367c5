public import Foundation
public import OpenMarketAPI

/// An unfinished listing: all fields as they are on the screen, valid or not.
///
/// Numbers are texts, as the user types them. A sale makes a listing of them, or throws all errors.
public struct ListingDraft: Sendable, Hashable, Codable {
  /// The title.
  public var name: String
  /// The description.
  public var description: String
  /// The price as typed, such as `45,000` or `4만5천`; `0` lists for free.
  public var price: String
  /// The discount as typed, as an amount; empty for none.
  public var discount: String
  /// The currency's code.
  public var currency: String
  /// The number in stock as typed; empty for 1.
  public var stock: String
  /// The photos in their order, stored beside the queue.
  public var photos: [StoredPhoto]
  /// The fields beyond the contract.
  public var extra: ExtraFields {
    get { savedExtra ?? ExtraFields() }
    set { savedExtra = newValue.isEmpty ? nil : newValue }
  }
  /// Absent in drafts of earlier versions.
  private var savedExtra: ExtraFields?
  /// The listing that an edit changes, as it was when the edit began; `nil` for a new listing.
  package var edited: EditedListing?

  /// Makes a draft; without arguments an empty one.
  public init(
    name: String = "", description: String = "", price: String = "", discount: String = "",
    currency: String = Currency.krw.rawValue, stock: String = "", photos: [StoredPhoto] = []
  ) {
    self.name = name
    self.description = description
    self.price = price
    self.discount = discount
    self.currency = currency
    self.stock = stock
    self.photos = photos
  }

  /// The names in files that are out there.
  private enum CodingKeys: String, CodingKey {
    case name, description, price, currency, stock, photos, edited
    case discount = "discountedPrice"
    case savedExtra = "extra"
  }

  package static var texts: [(field: ListingField, text: WritableKeyPath<ListingDraft, String>)] {
    [
      (.name, \.name), (.description, \.description), (.price, \.price), (.discount, \.discount),
      (.currency, \.currency), (.stock, \.stock),
    ]
  }

  /// Whether there is anything to save: a new listing, or an edit that changes something.
  package var hasChanges: Bool {
    guard let edited else { return true }
    return Self.texts.contains { self[keyPath: $0.text] != edited.texts[$0.field.rawValue] }
      || extra != edited.extra ?? ExtraFields()
  }

  /// The name of the draft of an edit of a listing with this number.
  package static func editKey(_ id: Int64) -> String { "edit \(id)" }

  /// The number of the listing that a draft of this name edits; `nil` for other names.
  static func editedID(of key: String) -> Int64? {
    guard let id = key.split(separator: " ").last.flatMap({ Int64($0) }), editKey(id) == key else {
      return nil
    }
    return id
  }

  /// The most bytes that all texts together may have.
  package static let sizeLimit = 1 << 20
}

/// A listing at the time an edit began, as a form shows it.
package struct EditedListing: Sendable, Hashable, Codable {
  /// The texts of its fields, by their names.
  package var texts: [String: String]
  /// The fields beyond the contract; absent in drafts of earlier versions.
  package var extra: ExtraFields?
  /// When the server said so; needed by earlier versions only.
  package var asOf: Date

  /// Takes the texts of `draft`.
  package init(_ draft: ListingDraft, asOf: Date) {
    texts = [:]
    for (field, text) in ListingDraft.texts { texts[field.rawValue] = draft[keyPath: text] }
    extra = draft.extra
    self.asOf = asOf
  }
}

/// A saved draft.
public struct SavedDraft: Sendable, Hashable, Identifiable {
  /// The app's name for the draft.
  public var id: String
  /// The draft as saved.
  public var draft: ListingDraft
  /// When it was first saved.
  package var createdAt: Date
  /// The time of the last save.
  public var savedAt: Date
}
