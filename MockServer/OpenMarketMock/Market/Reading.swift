import Foundation
import HTTPTypes

/// Responses to GET and HEAD, from a snapshot of the products.
struct Reading {
  let table: ProductTable
  let request: HTTPRequest
  let query: Query
  let links: ImageLinks
  let usesOriginalPaging: Bool

  func response(to route: Route) throws(Refusal) -> MockResponse {
    switch route {
    case .health:
      var json = JSONBytes(capacity: 8)
      json.string("OK")
      return .json(.ok, json)
    case .products:
      let page = try page()
      return page.head.status == .noContent ? page : page.revalidated(for: request)
    case .product(let id): return try detail(id).revalidated(for: request)
    case .suggestions: return try suggestions()
    case .image(let vendor, let day, let name):
      return try image(vendor, day, name).revalidated(for: request).ranged(for: request)
    case .archived, .control: throw .notFound("Nothing is at this path.")
    }
  }

  private func page() throws(Refusal) -> MockResponse {
    let number = try query.number("page_no", in: 1...2_147_483_647, otherwise: 1)
    let size = try query.number("items_per_page", in: 1...1000, otherwise: 20)
    let text = try query.value("search_value").flatMap { $0.isEmpty ? nil : $0 }
    let limit = usesOriginalPaging ? number * size : size
    let page = table.page(
      offset: Int(clamping: (number - 1) * size), limit: Int(clamping: limit), matching: text)
    // The first page is not past the end, also of nothing.
    if usesOriginalPaging, page.records.isEmpty, number > 1 {
      return MockResponse(head: HTTPResponse(status: .noContent))
    }
    var json = JSONBytes(capacity: 256 + page.records.count * 1024)
    json.page(page.records, number: number, size: size, limit: limit, total: Int64(page.total), links: links)
    return .json(.ok, json)
  }

  private func detail(_ id: String) throws(Refusal) -> MockResponse {
    guard let number = Int64(productID: id), let record = table.record(id: number) else {
      throw .notFound("No product has this id.")
    }
    var json = JSONBytes(capacity: 2048)
    json.detail(of: record, links: links)
    return .json(.ok, json)
  }

  private func suggestions() throws(Refusal) -> MockResponse {
    let limit = try query.number("limit", in: 1...50, otherwise: 10)
    let prefix = try query.value("query") ?? ""
    var json = JSONBytes(capacity: 512)
    json.array(prefix.isEmpty ? [] : table.suggestions(prefix: prefix, limit: Int(limit))) {
      $1.string($0)
    }
    return .json(.ok, json)
  }

  private func image(_ vendor: String, _ day: String, _ name: String) throws(Refusal) -> MockResponse {
    guard let vendorID = Int64(productID: vendor),
      let image = table.image(vendorID: vendorID, day: day, name: name)
    else { throw .notFound("No image is here.") }
    return MockResponse(
      head: HTTPResponse(status: .ok, headerFields: [.contentType: image.contentType]), body: image.bytes)
  }
}
