import Foundation
import OpenMarketAPI
import Testing

@Suite("An id")
struct EntityIDTests {
  @Test("is made from a variable number of any type, if it fits")
  func numbers() {
    let number = 1207
    #expect(Product.ID(number) == 1207)
  }

  @Test(
    "is made from the text of a link",
    arguments: [("1207", 1207), ("", nil), ("help", nil), ("9" + "9999999999999999999", nil)])
  func texts(text: String, number: Int?) {
    #expect(Product.ID(text) == number.map { Product.ID($0) })
  }

  @Test("is coded as its number, as an app keeps favourites and the screens to be restored")
  func coded() throws {
    let ids: [Product.ID] = [1207, -3]
    let data = try JSONEncoder().encode(ids)
    #expect(String(decoding: data, as: UTF8.self) == "[1207,-3]")
    #expect(try JSONDecoder().decode([Product.ID].self, from: data) == ids)
  }
}
