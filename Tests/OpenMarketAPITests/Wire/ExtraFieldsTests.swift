import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarketAPI

@Suite("Fields beyond the contract")
struct ExtraFieldsTests {
  @Test("a product keeps what the contract does not know, and nothing that it does")
  func kept() throws {
    let product = try WireSamples.product(
      WireSamples.item(
        "\"category\":\"디지털\"", "\"likes\":12", "\"vendorName\":\"hong\"", "\"bargainPrice\":7"))
    #expect(product.extra.names == ["category", "likes"])
    let (category, likes): (String?, Int?) = (product.extra["category"], product.extra["likes"])
    #expect(category == "디지털" && likes == 12)
    #expect(product.salePrice == 7 && product.issues.isEmpty)
    for sample in [WireSamples.detail1, WireSamples.detail2, WireSamples.item1, WireSamples.item2] {
      #expect(try WireSamples.product(sample).extra == ExtraFields())
    }
    let page = try WireSamples.page(WireSamples.page2(WireSamples.item("\"region\":[1]"), WireSamples.item1))
    #expect(page.products.map(\.extra.names) == [["region"], []])
  }

  @Test(
    "in a page, too, every name that a product does not have is an extra field",
    arguments: ["limit", "pages", "url", "region", "na", "discounted_price_before_tax", "\\u0072egion"])
  func names(_ name: String) throws {
    let json = WireSamples.page2(WireSamples.item1, WireSamples.item("\"\(name)\":1"), WireSamples.item2)
    let page = try JSONDecoder().decodePage(1, size: 20, from: Data(json.utf8))
    let plain = name == "\\u0072egion" ? "region" : name
    #expect(page.products.map(\.extra.names) == [[], [plain], []])
  }

  @Test(
    "a price in a page is exact to its last digit, however it is written",
    arguments: [
      "0.99999999999999999999", "1e3", "1E3", "12345678901234567.0", "9007199254740993",
      "92233720368547758079",
      "\"12.50\"", "-0",
    ])
  func prices(_ price: String) throws {
    let item = WireSamples.item("\"price\":\(price)", "\"discounted_price\":0")
    let json = WireSamples.page2(item, WireSamples.item1)
    let page = try JSONDecoder().decodePage(1, size: 20, from: Data(json.utf8))
    let plain = try JSONDecoder().decode(ProductPage.self, from: Data(json.utf8))
    #expect(page == plain)
    let number = price.replacing("\"", with: "")
    #expect(page.products.first?.price == Decimal(string: number))
  }

  @Test("a value is read as what it is, and is absent as anything else")
  func types() throws {
    struct Place: Codable, Equatable { var lat, lon: Double }
    var fields = ExtraFields()
    try fields.set("a \"b\" \\ \u{1}", for: "text")
    try fields.set(Place(lat: 37.5, lon: 127), for: "place")
    try fields.set([true, false], for: "flags")
    try fields.set(Int?.none, for: "nothing")
    let (text, place, flags): (String?, Place?, [Bool]?) = (fields["text"], fields["place"], fields["flags"])
    #expect(text == "a \"b\" \\ \u{1}" && place == Place(lat: 37.5, lon: 127) && flags == [true, false])
    let (number, nothing, absent): (Int?, Int?, Int?) = (fields["text"], fields["nothing"], fields["absent"])
    #expect(number == nil && nothing == nil && absent == nil)
    #expect(fields.names == ["flags", "nothing", "place", "text"])
    #expect(throws: EncodingError.self) { try fields.set(Double.nan, for: "number") }
    let coded = try JSONDecoder().decode(ExtraFields.self, from: JSONEncoder().encode(fields))
    #expect(coded == fields && coded.hashValue == fields.hashValue)
  }

  @Test("equal JSON is equal, however it is written")
  func equality() throws {
    let first = try WireSamples.product(
      WireSamples.item("\"b\":{\"y\":1.50,\"x\":[1e2]}", "\"a\":\"\\uac00\""))
    let second = try WireSamples.product(WireSamples.item("\"a\":\"가\"", "\"b\":{\"x\":[100.0],\"y\":1.5}"))
    #expect(first.extra == second.extra && first == second)
    let spellings = ["caf\u{E9}", "cafe\u{301}"].map { "{\"f\":1,\"caff\":1,\"\($0)\":\"\($0)\"}" }
    let fields = try spellings.map { try JSONDecoder().decode(ExtraFields.self, from: Data($0.utf8)) }
    #expect(fields[0] == fields[1])
    let long = try WireSamples.product(WireSamples.item("\"n\":12345678901234567890123456789.123456789"))
    #expect(long.extra.text == "{\"n\":12345678901234567890123456789.123456789}")
  }

  @Test(
    "what cannot be kept is left out and noted; the product stays",
    arguments: [
      ("\"deep\":" + String(repeating: "[", count: 200) + String(repeating: "]", count: 200), "deep"),
      ("\"long\":\"\(String(repeating: "x", count: ExtraFields.sizeLimit))\"", "long"),
      ("\"number\":1e999", "number"),
      // The bad members of one object are named in one order, whatever that of the decoder.
      (
        "\"many\":{\((10..<90).map { "\"n\($0)\":1e999" }.joined(separator: ","))}",
        "many: n10 is out of range"
      ),
    ])
  func rubbish(field: String, name: String) throws {
    let page = try WireSamples.page(WireSamples.page2(WireSamples.item(field, "\"kept\":true")))
    let product = try #require(page.products.first)
    #expect(product.extra.names == ["kept"] && product.issues.count == 1)
    #expect(product.issues.first?.hasPrefix(name) == true, "\(product.issues)")
  }

  @Test("they are sent with a new listing and with changes, beside the fields of the contract")
  func sent() async throws {
    let mock = MarketplaceMock { $0.productCount = 0 }
    let client = try testClient(MockTransport(mock), as: .sample())
    var listing = NewListing.good
    try listing.extra.set("마포구", for: "region")
    try listing.extra.set(["의자", "캠핑"], for: "tags")
    let created = try await client.sell(listing, photos: [.jpeg])
    #expect(created.extra == listing.extra && created.name == listing.name)
    var changes = ProductChanges(price: 6_000)
    try changes.extra.set(String?.none, for: "region")
    try changes.extra.set(3, for: "likes")
    let edited = try await client.edit(created.id, changes)
    #expect(edited.extra.names == ["likes", "tags"] && edited.price == 6_000)
    #expect(try await client.product(created.id).extra == edited.extra)
    #expect(try await client.products(page: 1).products.first?.extra == edited.extra)
  }

  @Test(
    "a name of the contract's own is refused before anything is sent",
    arguments: ["price", "vendorId", "secret"])
  func reserved(name: String) throws {
    var listing = NewListing.good
    try listing.extra.set(1, for: name)
    #expect { try listing.validate(photos: [.jpeg]) } throws: { error in
      (error as? ListingValidationError)?.failures.map(\.field.rawValue) == [name]
    }
    var changes = ProductChanges()
    try changes.extra.set(String(repeating: "x", count: ExtraFields.sizeLimit), for: "text")
    #expect(throws: ListingValidationError.self) { try changes.validate() }
  }

  @Test("changes of fields make of the old ones the new ones")
  func differences() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      // Products have no nulls: those take fields away.
      let (old, new) = (
        ExtraFields().merging(try .random(using: &generator), isProduct: true),
        ExtraFields().merging(try .random(using: &generator), isProduct: true)
      )
      let changes = new.changes(from: old)
      #expect(old.merging(changes, isProduct: true) == new)
      #expect(changes.isContained(in: new) && (changes.names.isEmpty) == (old == new))
    }
  }

  @Test("any JSON comes through a response and a request as it was")
  func anything() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let fields = try ExtraFields.random(using: &generator)
      let members = fields.values.map { "\(JSONText.string($0.name)):\($0.json)" }
      let product = try WireSamples.product(
        WireSamples.item((["\"stock\":1"] + members).joined(separator: ",")))
      var changes = ProductChanges()
      changes.extra = product.extra
      let body = changes.json(secret: Secret("s"))
      var sent = try JSONDecoder().decode([String: JSONValue].self, from: body)
      sent["secret"] = nil
      #expect(product.extra == fields && ExtraFields(sent) == fields, "seed \(seed)")
    }
  }
}

extension ExtraFields {
  fileprivate static func random(using generator: inout SeededGenerator) throws -> ExtraFields {
    ExtraFields(JSONValue.randomMembers(using: &generator))
  }
}
