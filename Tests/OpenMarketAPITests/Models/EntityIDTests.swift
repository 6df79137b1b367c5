import Foundation
import OpenMarketAPI
import Testing

@Suite struct EntityIDTests {
  @Test("an id is coded as its number, as an app keeps favourites and the screens to be restored")
  func coded() throws {
    let ids: [Product.ID] = [1207, -3]
    let data = try JSONEncoder().encode(ids)
    #expect(String(decoding: data, as: UTF8.self) == "[1207,-3]")
    #expect(try JSONDecoder().decode([Product.ID].self, from: data) == ids)
  }
}
