import ArgumentParser
import Foundation
import OpenMarket

/// A listing before it is one: as a file holds it for `market sell --from`, as options and responses complete it, and
/// as it is given back when it could not be kept: `Schemas/json/cli-draft.schema.json`.
struct ListingForm: Codable {
  var name: String?
  var description: String?
  var price: Decimal?
  var discount: Decimal?
  var currency: String?
  var stock: Int?
  var extra: ExtraFields?
  private var paths: [String]?
  /// The paths of the photos.
  var photos: [String] {
    get { paths ?? [] }
    set { paths = newValue }
  }

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case name, description, price, discount, currency, stock, extra
    case paths = "photos"
  }

  init() {}

  /// Reads a file, `-` being standard input; photos are beside it.
  init(contentsOf path: String) throws {
    let data =
      path == "-"
      ? try StandardStreams.input(upTo: 1 << 20)
      : try RegularFile.read(URL(argument: path), named: path, upTo: 1 << 20)
    do {
      let known = CodingKeys.allCases.map(\.rawValue)
      if let unknown = try data.firstKey(besides: known) {
        throw StoreError(
          .invalidInput,
          "\(path.printable): there is no field '\(unknown.printable)'; known are \(known.joined(separator: ", "))"
        )
      }
      self = try JSONDecoder().decode(ListingForm.self, from: data)
    } catch is DecodingError {
      throw StoreError(
        .invalidInput,
        path.printable
          + #" must be JSON such as {"name": "…", "description": "…", "price": 45000, "photos": ["a.jpg"]}"#)
    }
    let folder = path == "-" ? nil : URL(argument: path).deletingLastPathComponent()
    photos = photos.map { URL(argument: $0, relativeTo: folder).path }
  }

  /// Sets what the options say; photos there are in place of those here.
  /// - Throws: `ValidationError` for an amount in another currency than that of the listing.
  mutating func apply(_ fields: FieldOptions, photos paths: [String]) throws {
    name = fields.name ?? name
    description = fields.description ?? description
    price = fields.price?.value ?? price
    discount = fields.discount?.value ?? discount
    currency = fields.currency ?? currency
    try fields.requireCurrency(listingCurrency)
    stock = fields.stock ?? stock
    let more = fields.field.fields
    if !more.isEmpty { extra = (extra ?? ExtraFields()).merging(more) }
    if !paths.isEmpty { photos = paths.map { URL(argument: $0).path } }
  }

  /// The currency of the listing, which is KRW unless something says otherwise.
  var listingCurrency: Currency { currency.map { Currency(rawValue: $0.uppercased()) } ?? .krw }

  /// The fields that are missing, and the options that would fill them in.
  private var missing: [(field: String, option: String)] {
    var missing: [(field: String, option: String)] = []
    if name == nil { missing.append(("name", "--name")) }
    if description == nil { missing.append(("description", "--description")) }
    if price == nil { missing.append(("price", "--price")) }
    if photos.isEmpty { missing.append(("photos", "--photo")) }
    return missing
  }

  var isComplete: Bool { missing.isEmpty }

  /// The error that says what is missing, beside the file `path` if there is one.
  func incomplete(beside path: String?) -> ValidationError {
    let options = missing.map(\.option).joined(separator: ", ")
    guard let path else { return ValidationError("give \(options), or --from a file") }
    let file = path == "-" ? "standard input" : path.printable
    let fields = missing.map(\.field).joined(separator: ", ")
    return ValidationError("\(file) lacks \(fields): add them there, or give \(options)")
  }

  /// The draft, once nothing that it needs is missing.
  func newListing() throws -> NewListing {
    guard let name, let description, let price else {
      throw incomplete(beside: nil)
    }
    var listing = NewListing(
      name: name, description: description, price: price, discount: discount ?? 0,
      currency: listingCurrency, stock: stock ?? 1)
    listing.extra = extra ?? ExtraFields()
    return listing
  }

  var uploads: [PhotoUpload] { photos.map { PhotoUpload(contentsOf: URL(filePath: $0)) } }

  /// As a file that ``init(contentsOf:)`` reads.
  func json() throws -> String { try JSONText(self, isPretty: true).text }
}
