import Foundation
import OpenMarketHTTP

extension ConformanceCheck {
  static let basics: [ConformanceCheck] = [
    ConformanceCheck(
      "health", .reading, why: "clients and monitors ask it whether the server is up",
      fix: "respond to GET /healthChecker with 200 and the JSON text \"OK\", quotes included"
    ) { probe in
      let body = try await probe.get("/healthChecker").expect(200).json()
      try expect(body.string == "OK", else: "the body is not \"OK\"")
      return .kept("OK")
    },
    ConformanceCheck(
      "json type", .reading,
      why: "proxies and clients that look at the type take anything else for an error page",
      fix: "send Content-Type: application/json with every JSON response"
    ) { probe in
      let response = try await probe.get("/api/products?page_no=1&items_per_page=1").expect(200)
      let type = response.fields[.contentType] ?? ""
      try expect(type.lowercased().hasPrefix("application/json"), else: response.type)
      return .kept(type)
    },
    ConformanceCheck(
      "list item", .reading, why: "an item that lacks a field is left out of lists, or displayed without it",
      fix: "send id, vendor_id, vendorName, name, description, thumbnail, currency, price, bargain_price, "
        + "discounted_price, stock, created_at, issued_at"
    ) { probe in
      let item = try await probe.newest()
      let missing = itemKeys.filter { item[$0] == nil }
      try expect(missing.isEmpty, else: "lacks \(missing.joined(separator: ", "))")
      return .kept("\(itemKeys.count) fields")
    },
    ConformanceCheck(
      "detail", .reading, why: "the detail screen shows photos and vendor from it",
      fix:
        "GET /api/products/{id} must give the list's fields of that product, images (id, url, thumbnail_url, "
        + "issued_at) and vendors (id, name)"
    ) { probe in
      let item = try await probe.newest()
      let detail = try await probe.get("/api/products/\(item["id"]?.integer ?? 0)").expect(200).json()
      let differing = ["id", "vendor_id", "name", "price", "currency", "created_at"].filter {
        detail[$0] != item[$0]
      }
      try expect(differing.isEmpty, else: "\(differing.joined(separator: ", ")) differ from the list's")
      let images = detail["images"]?.elements ?? []
      try expect((1...5).contains(images.count), else: "\(images.count) images; there should be 1 to 5")
      let lacking = ["id", "url", "thumbnail_url", "issued_at"].filter { key in
        images.contains { $0[key] == nil }
      }
      try expect(lacking.isEmpty, else: "an image lacks \(lacking.joined(separator: ", "))")
      let vendor = detail["vendors"]
      let isVendor = vendor?["id"] == detail["vendor_id"] && vendor?["name"]?.string != nil
      try expect(isVendor, else: "vendors is not an object with the id and name of the vendor")
      return .kept("\(images.count) images")
    },
    ConformanceCheck(
      "prices", .reading,
      why: "prices are displayed and sorted as numbers, and what is to pay is never computed twice",
      fix:
        "send price, bargain_price and discounted_price as JSON numbers (6.0E7 is one), with bargain_price = price - "
        + "discounted_price"
    ) { probe in
      for item in try await probe.items(100) {
        let id = item["id"]?.integer ?? 0
        guard let price = item["price"]?.number, let bargain = item["bargain_price"]?.number,
          let discount = item["discounted_price"]?.number
        else { return .broken("product \(id): a price is no number") }
        try expect(
          abs(price - discount - bargain) < 0.005,
          else: "product \(id): \(price) - \(discount) is not \(bargain)")
      }
      return .kept("all add up")
    },
    ConformanceCheck(
      "stock", .reading, why: "stock 0 means sold; anything else than a whole number cannot be told from it",
      fix: "send stock as a whole number from 0"
    ) { probe in
      for item in try await probe.items(100) where (item["stock"]?.integer).map({ $0 < 0 }) ?? true {
        return .broken("product \(item["id"]?.integer ?? 0) has no whole stock from 0")
      }
      return .kept("whole numbers")
    },
    ConformanceCheck(
      "dates", .reading,
      why: "a date that cannot be read is displayed as none, and a time zone that is meant but not sent "
        + "shifts days",
      fix:
        "send created_at and issued_at as yyyy-MM-dd'T'HH:mm:ss, meant as UTC, issued_at never before created_at"
    ) { probe in
      var zoned = false
      for item in try await probe.items(100) {
        let texts = [item["created_at"]?.string ?? "", item["issued_at"]?.string ?? ""]
        let id = item["id"]?.integer ?? 0
        for text in texts where !isDate(text) {
          return .broken("product \(id): '\(text.printable)' is no date")
        }
        try expect(
          texts[0].prefix(10) <= texts[1].prefix(10), else: "product \(id) was changed before it was created")
        zoned = zoned || texts.contains { $0.hasSuffix("Z") }
      }
      return .kept(zoned ? "with zone" : "without zone, read as UTC")
    },
  ]

  static let itemKeys = [
    "id", "vendor_id", "vendorName", "name", "description", "thumbnail", "currency", "price", "bargain_price",
    "discounted_price", "stock", "created_at", "issued_at",
  ]

  /// A date as the contract lets servers write it: `T` or a space, a fraction or none, a zone or none, or a bare day.
  private static func isDate(_ text: String) -> Bool {
    text.wholeMatch(
      of:
        /\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?)?/
    ) != nil
  }
}

extension ConformanceProbe {
  /// The newest products, at least one.
  func items(_ count: Int) async throws -> [JSONValue] {
    let items = try await page(size: count)["pages"]?.elements ?? []
    guard !items.isEmpty else { throw Finding.untested("there are no products") }
    return items
  }
}
