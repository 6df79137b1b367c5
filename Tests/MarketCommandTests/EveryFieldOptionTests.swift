import ArgumentParser
import Foundation
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import market

/// The ways of a product's fields through the command line, as `EveryFieldTests` of the store: a field that is added must be
/// printed, and one that vendors set must have an option.
struct EveryFieldOptionTests {
  private let options = [
    "--name", "table", "--description", "with four legs", "--price", "20", "--discount", "5", "--stock", "3",
    "--currency", "usd", "--field", "region=마포구",
  ]

  @Test("every field that vendors set has an option")
  func changes() throws {
    #expect(unsetFields(of: try FieldOptions.parse(options).changes) == ["thumbnailID"])
  }

  @Test("every option is a field of the file that 'sell --from' reads, and of the listing that is made of it")
  func form() throws {
    var form = ListingForm()
    try form.apply(try FieldOptions.parse(options), photos: ["a.jpg"])
    #expect(unsetFields(of: form) == [])
    var changes = ProductChanges(try form.newListing())
    #expect(changes == (try FieldOptions.parse(options).changes))
    changes.extra = ExtraFields()
    #expect(unsetFields(of: changes) == ["thumbnailID", "extra"])
  }

  @Test("texts, amounts and identifiers as values of options may begin with -")
  func dashedValues() throws {
    let fields = try FieldOptions.parse([
      "--name", "-10 °C", "--description", "-5 degrees", "--price", "-5", "--field", "-a=-b",
    ])
    #expect(fields.name == "-10 °C" && fields.description == "-5 degrees" && fields.price?.value == -5)
    #expect(try fields.changes.extra == FieldOptions.parse(["--field=-a=-b"]).changes.extra)
    #expect(try Login.parse(["--identifier", "-7b9a"]).identifier == "-7b9a")
  }

  @Test(
    "an option in the place of a text is refused, as where a script's variable is empty",
    arguments: ["--json", "--price", "--stock=5"])
  func missingTexts(option: String) throws {
    for name in ["--name", "--description"] {
      let error = #expect(throws: (any Error).self) { try FieldOptions.parse([name, option]) }
      #expect(error.map(FieldOptions.message(for:)) == "\(name) has no text: '\(option)' is an option")
    }
    #expect(throws: (any Error).self) { try Login.parse(["--identifier", option]) }
    #expect(try FieldOptions.parse(["--name", "--a chair--"]).name == "--a chair--")
  }

  @Test("every field of a product is printed")
  func product() throws {
    let id = Product.ID(rawValue: 1)
    var product = Product(
      id: id, vendorID: 7, vendorName: "hong", name: "table", description: "with four legs",
      thumbnail: URL(string: "https://a.com/1.jpg"), currency: .usd, price: 20, discount: 5, stock: 3,
      createdAt: .distantPast, updatedAt: .distantPast, images: [])
    try product.extra.set("마포구", for: "region")
    let json = try JSONSerialization.jsonObject(with: Data(try JSONText(product.json).text.utf8))
    let printed = try #require(json as? [String: Any]).keys
    let fields = Mirror(reflecting: product.fields).children.compactMap(\.label)
    // The address is the thumbnail, the vendor has a name and a number, and issues are warnings.
    #expect(Set(fields).subtracting(printed) == ["thumbnailAddress", "vendor", "decodingIssues"])
  }
}
