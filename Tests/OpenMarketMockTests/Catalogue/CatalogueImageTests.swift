import Foundation
import Testing

@testable import OpenMarketMock

@Suite("Pictures of products")
struct CatalogueImageTests {
  private let table = ProductTable(seed: 7, productCount: 200, today: CivilDay(daysSince1970: 20_000))

  @Test("a seeded name tells whose picture it is")
  func namesRoundTrip() {
    for id: Int64 in [1, 2, 1_000_000, 1 << 40] {
      for ordinal in 0..<5 {
        for isThumbnail in [false, true] {
          let name = SeededImageName(productID: id, ordinal: ordinal, isThumbnail: isThumbnail)
          let text = name.text(seed: 7, fileExtension: "jpg")
          #expect(SeededImageName(text, seed: 7) == name)
          #expect(SeededImageName(text, seed: 8) == nil)
          #expect(text.count == (isThumbnail ? 42 : 43))
        }
      }
    }
  }

  @Test(
    "other names are nobody's",
    arguments: [
      "", "x", String(repeating: "0", count: 32), String(repeating: "가", count: 40), "../../etc/passwd",
    ])
  func foreignNames(name: String) {
    #expect(SeededImageName(name, seed: 7) == nil)
    #expect(table.image(vendorID: 1, day: "20240101", name: name) == nil)
  }

  @Test("a picture is served under its vendor, day and name only")
  func imageLookup() throws {
    let record = try #require(table.record(id: 42))
    let image = try #require(record.images.first)
    let day = image.issuedDay.text()
    let thumbnail = try #require(table.image(vendorID: record.vendorID, day: day, name: image.thumbnailName))
    #expect(!thumbnail.bytes.isEmpty)
    #expect(thumbnail.contentType.hasPrefix("image/"))
    #expect(table.image(vendorID: record.vendorID + 1, day: day, name: image.thumbnailName) == nil)
    #expect(table.image(vendorID: record.vendorID, day: "19990101", name: image.thumbnailName) == nil)
    let shouted = image.thumbnailName.uppercased()
    #expect(table.image(vendorID: record.vendorID, day: day, name: shouted) == nil)
    let renamed = String(image.thumbnailName.prefix(32)) + "_thumb.gif"
    #expect(table.image(vendorID: record.vendorID, day: day, name: renamed) == nil)
  }

  @Test("a picture goes with its product, and stays through an edit")
  func imagesFollowTheProduct() throws {
    var table = table
    var record = try #require(table.record(id: 42))
    let image = try #require(record.images.first)
    func isServed(by table: ProductTable) -> Bool {
      table.image(vendorID: record.vendorID, day: image.issuedDay.text(), name: image.thumbnailName)
        != nil
    }
    record.name = "edited"
    table.insert(record)
    #expect(isServed(by: table))
    #expect(table.remove(id: 42) != nil)
    #expect(!isServed(by: table))
  }

  @Test("an uploaded picture is served as sent, also as its thumbnail")
  func uploadedImages() throws {
    var table = table
    var record = try #require(table.record(id: 1))
    let bytes = Data([1, 2, 3])
    record.id = table.nextID
    record.images = [
      ImageRecord(
        id: table.nextImageID, originName: "a_origin.png", thumbnailName: "b_thumb.png",
        issuedDay: CivilDay(daysSince1970: 20_000), content: .uploaded(bytes: bytes, contentType: "image/png")
      )
    ]
    let previous = table.nextImageID
    table.insert(record)
    #expect(table.nextImageID == previous + 1)
    for name in ["a_origin.png", "b_thumb.png"] {
      let image = try #require(table.image(vendorID: record.vendorID, day: "20241004", name: name))
      #expect(image.bytes == bytes)
      #expect(image.contentType == "image/png")
    }
  }
}
