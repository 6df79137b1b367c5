import Foundation

@testable import OpenMarketAPI

/// Responses as the two generations of servers send them.
enum WireSamples {
  static let detail2 = """
    {"id":1207,"vendor_id":7,"name":"접이식 캠핑 의자","description":"두 번 사용한 깨끗한 의자입니다.",
     "thumbnail":"http://localhost:8080/images/7/20240311/9f0c_thumb.jpg","currency":"KRW",
     "price":45000.0,"bargain_price":40000.0,"discounted_price":5000.0,"stock":1,
     "created_at":"2024-03-11T00:00:00","issued_at":"2024-03-14T00:00:00",
     "images":[{"id":3391,"url":"http://localhost:8080/images/7/20240311/41ab_origin.jpg",
      "thumbnail_url":"http://localhost:8080/images/7/20240311/9f0c_thumb.jpg",
      "issued_at":"2024-03-11T00:00:00"}],
     "vendors":{"id":7,"name":"새벽장터"}}
    """

  static let detail1 = """
    {"id":15,"vendor_id":3,"name":"Lamp","thumbnail":"https://img.example/1.jpg","currency":"USD",
     "price":12.5,"bargain_price":12.5,"discounted_price":0.0,"stock":0,
     "created_at":"2022-01-19T00:00:00.00","issued_at":"2021-12-27 15:37:58.072",
     "images":[{"id":1,"url":"https://img.example/1.jpg","thumbnail_url":"https://img.example/1t.jpg",
      "succeed":true,"issued_at":"2022-01-19T00:00:00.00"}],
     "vendors":{"id":3,"name":"Yagom","created_at":"2022-01-19T00:00:00.00",
      "issued_at":"2022-01-19T00:00:00.00"}}
    """

  static let item2 = """
    {"id":1207,"vendor_id":7,"vendorName":"새벽장터","name":"의자","description":"깨끗한 의자",
     "thumbnail":"http://localhost/t.jpg","currency":"KRW","price":6.0E7,"bargain_price":5.9E7,
     "discounted_price":1000000.0,"stock":1,"created_at":"2024-03-11T00:00:00",
     "issued_at":"2024-03-14T00:00:00"}
    """

  static let item1 = """
    {"id":15,"vendor_id":3,"name":"Lamp","thumbnail":"https://img.example/1.jpg","currency":"USD",
     "price":12.5,"bargain_price":12.5,"discounted_price":0.0,"stock":0,
     "created_at":"2022-01-19T00:00:00.00","issued_at":"2022-01-19T00:00:00.00"}
    """

  static func page2(_ items: String..., hasNext: Bool = true) -> String {
    """
    {"pageNo":2,"itemsPerPage":20,"totalCount":57,"offset":20,"limit":20,"lastPage":3,
     "hasNext":\(hasNext),"hasPrev":true,"pages":[\(items.joined(separator: ","))]}
    """
  }

  static func page1(_ items: String...) -> String {
    """
    {"page_no":1,"items_per_page":10,"total_count":2,"offset":0,"limit":10,"last_page":1,
     "has_next":false,"has_prev":false,"pages":[\(items.joined(separator: ","))]}
    """
  }

  /// A product with the fields that cannot be done without, and `fields` in place of or besides them.
  static func item(_ fields: String...) -> String {
    let given = Set(fields.compactMap { $0.split(separator: ":").first.map(String.init) })
    let needed = [
      "\"id\":1", "\"vendor_id\":2", "\"name\":\"N\"", "\"price\":10", "\"discounted_price\":3",
      "\"stock\":1",
    ]
    let rest = needed.filter { !given.contains(String($0.prefix { $0 != ":" })) }
    return "{\((rest + fields).joined(separator: ","))}"
  }

  static func product(_ json: String) throws -> Product {
    try JSONDecoder().decode(Product.self, from: Data(json.utf8))
  }

  static func page(_ json: String) throws -> ProductPage {
    try JSONDecoder().decode(ProductPage.self, from: Data(json.utf8))
  }
}
