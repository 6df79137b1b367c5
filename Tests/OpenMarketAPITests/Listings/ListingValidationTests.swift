import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import Testing

@Suite("Checking drafts")
struct ListingValidationTests {
  typealias Broken = [String]

  /// The broken rules as `field rule`.
  func broken(_ draft: NewListing, _ photos: [PhotoUpload] = [.jpeg], budget: Int? = nil) -> Broken {
    do {
      try draft.validate(photos: photos, photoBudget: budget)
      return []
    } catch {
      return error.failures.map { "\($0.field.rawValue) \($0.rule.rawValue)" }
    }
  }

  func draft(_ change: (inout NewListing) -> Void) -> NewListing {
    var draft = NewListing.good
    change(&draft)
    return draft
  }

  @Test("a good draft passes, with one photo or five of both formats")
  func good() {
    #expect(broken(.good).isEmpty)
    #expect(broken(.good, [.jpeg, .png, .jpeg, .png, .jpeg(bytes: 299_999)]).isEmpty)
  }

  @Test("all that is wrong is told at once, in the order of the fields")
  func everything() {
    let draft = NewListing(
      name: " a ", description: "short", price: -1, discount: 1, currency: Currency(rawValue: "JPY"),
      stock: -1)
    let photos = [
      PhotoUpload(Data()), .jpeg(bytes: 300_000), PhotoUpload(Data("GIF89a".utf8)),
      PhotoUpload(contentsOf: URL(filePath: "/nonexistent/photo.jpg")), .jpeg, .png,
    ]
    #expect(
      broken(draft, photos, budget: 11) == [
        "name tooShort", "description tooShort", "price outOfRange", "currency unknownCurrency",
        "stock outOfRange", "photos wrongCount", "photos[0] empty",
        "photos[1] tooLarge", "photos[2] unknownFormat", "photos[3] unreadable", "photos tooLarge",
      ])
  }

  @Test(
    "a name is at least 3 visible characters and at most 100 UTF-16 units of composed text",
    arguments: [
      ("의자다", []), ("ab", ["name tooShort"]), ("a \t\n b", ["name tooShort"]),
      ("a\u{200B}\u{3164}\u{FE0F}b", ["name tooShort"]), ("👩‍👩‍👧‍👦👍🏽🇰🇷", []), ("👩‍👩‍👧‍👦", ["name tooShort"]),
      ("한글날".decomposedStringWithCanonicalMapping, []), (String(repeating: "가", count: 100), []),
      (String(repeating: "가", count: 100).decomposedStringWithCanonicalMapping, []),
      (String(repeating: "가", count: 101), ["name tooLong"]), (String(repeating: "👍", count: 50), []),
      (String(repeating: "👍", count: 51), ["name tooLong"]), ("a\0bc", ["name forbiddenCharacter"]),
      ("مرحبا", []), (String(repeating: "a", count: 1_000_000), ["name tooLong"]),
    ])
  func names(name: String, expected: Broken) {
    #expect(broken(draft { $0.name = name }) == expected)
  }

  @Test(
    "a description is at least 10 visible characters and at most 1,000 UTF-16 units",
    arguments: [
      ("열글자입니다열글자입", []), ("아홉글자입니다아홉", ["description tooShort"]),
      ("a b c d e f g h i", ["description tooShort"]), (String(repeating: "a", count: 1_000), []),
      (String(repeating: "a", count: 1_001), ["description tooLong"]),
    ])
  func descriptions(text: String, expected: Broken) {
    #expect(broken(draft { $0.description = text }) == expected)
  }

  @Test(
    "a price is 0 to 9·10¹⁵, a discount no more than the price",
    arguments: [
      ("0", "0", []), ("9000000000000000", "9000000000000000", []), ("0.01", "0.01", []),
      ("9000000000000000.01", "0", ["price outOfRange"]),
      ("-5", "0", ["price outOfRange"]), ("NaN", "0", ["price outOfRange"]),
      ("-5", "-1", ["price outOfRange", "discounted_price outOfRange"]),
      ("10", "10.01", ["discounted_price outOfRange"]),
      ("10", "-1", ["discounted_price outOfRange"]), ("10", "NaN", ["discounted_price outOfRange"]),
    ])
  func prices(price: String, discount: String, expected: Broken) {
    let draft = draft {
      $0.price = Decimal(string: price) ?? .nan
      $0.discount = Decimal(string: discount) ?? .nan
    }
    #expect(broken(draft) == expected)
  }

  @Test(
    "the stock is at most that of a 32-bit server",
    arguments: [(0, []), (2_147_483_647, []), (2_147_483_648, ["stock outOfRange"])])
  func stock(stock: Int, expected: Broken) {
    #expect(broken(draft { $0.stock = stock }) == expected)
  }

  @Test("there is at least one photo")
  func noPhotos() {
    #expect(broken(.good, []) == ["photos wrongCount"])
  }

  @Test("a photo's file is read, and its size and format count")
  func files() throws {
    let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String, _ bytes: Data) throws -> PhotoUpload {
      let url = folder.appending(path: name)
      try bytes.write(to: url)
      return PhotoUpload(contentsOf: url)
    }
    let photos = [
      try file("a.jpg", Data([0xFF, 0xD8, 0xFF, 0xE0])), try file("b.jpg", Data("text".utf8)),
      try file("c.jpg", Data([0xFF, 0xD8, 0xFF]) + Data(count: 400_000)), try file("d.jpg", Data()),
      PhotoUpload(contentsOf: folder.appending(path: "pipe")),
    ]
    // It has no writer, so that reading it would never end.
    #expect(unsafe mkfifo(folder.appending(path: "pipe").path, 0o600) == 0)
    #expect(
      broken(.good, photos) == [
        "photos[1] unknownFormat", "photos[2] tooLarge", "photos[3] empty", "photos[4] unreadable",
      ])
  }

  @Test("changes are checked as far as they are set")
  func changes() {
    #expect(throws: Never.self) { try ProductChanges().validate() }
    #expect(throws: Never.self) { try ProductChanges(discount: 5_000, stock: 0).validate() }
    let error = #expect(throws: ListingValidationError.self) {
      try ProductChanges(name: "", price: 10, discount: 11, stock: -1).validate()
    }
    #expect(error?.failures.map(\.field) == [.name, .discount, .stock])
    let negative = #expect(throws: ListingValidationError.self) {
      try ProductChanges(price: -5, discount: 0).validate()
    }
    #expect(negative?.failures.map(\.field) == [.price])
  }

  @Test("an endpoint cannot be made from a bad draft; its error carries all failures")
  func endpoint() throws {
    let vendor = try VendorCredentials(identifier: "i", secret: "s")
    let error = #expect(throws: ListingValidationError.self) {
      try Endpoints.SellProduct(
        draft {
          $0.name = ""; $0.stock = -1
        }, photos: [], as: vendor)
    }
    #expect(error?.failures.map(\.field) == [.name, .stock, .photos])
    #expect(error?.description.contains("The stock must be 0 to 2147483647, not -1.") == true)
  }
}
