import Foundation
import OpenMarketHTTP

extension ConformanceCheck {
  static let paging: [ConformanceCheck] = [
    ConformanceCheck(
      "envelope", .paging, why: "a list ends, and knows how far it goes, by these fields",
      fix:
        "send pageNo, itemsPerPage, totalCount, offset, limit, lastPage, hasNext, hasPrev and pages (an array)"
    ) { probe in
      let page = try await probe.page()
      let numbers = ["pageNo", "itemsPerPage", "totalCount", "offset", "limit", "lastPage"]
      let missing =
        numbers.filter { page[$0]?.integer == nil } + ["hasNext", "hasPrev"].filter { page[$0]?.bool == nil }
        + (page["pages"]?.isArray == true ? [] : ["pages"])
      return missing.isEmpty
        ? .kept("\(page["totalCount"]?.integer ?? 0) products")
        : .broken("lacks \(missing.joined(separator: ", "))")
    },
    ConformanceCheck(
      "arithmetic", .paging,
      why: "a client that scrolls asks again or stops too early when they contradict each other",
      fix: "lastPage = ceil(totalCount / itemsPerPage), hasNext = pageNo < lastPage, hasPrev = pageNo > 1, "
        + "offset = (pageNo - 1) * itemsPerPage, limit = itemsPerPage, and as many items as that leaves"
    ) { probe in
      for (number, size) in [(1, 1), (1, 7), (2, 7), (1, 20), (3, 20)] {
        let page = try await probe.page(number, size: size)
        let total = page["totalCount"]?.integer ?? -1
        let last = (total + size - 1) / size
        let expected: [(String, Int)] = [
          ("pageNo", number), ("itemsPerPage", size), ("offset", (number - 1) * size), ("limit", size),
          ("lastPage", last),
        ]
        for (key, value) in expected where page[key]?.integer != value {
          return .broken(
            "page \(number) of \(size) each: \(key) is \(page[key]?.integer ?? -1), not \(value)")
        }
        guard page["hasNext"]?.bool == (number < last), page["hasPrev"]?.bool == (number > 1) else {
          return .broken("page \(number) of \(last): hasNext or hasPrev is wrong")
        }
        let count = max(0, min(size, total - (number - 1) * size))
        guard page["pages"]?.elements.count == count else {
          return .broken(
            "page \(number) of \(size) each has \(page["pages"]?.elements.count ?? 0) items, not \(count)")
        }
      }
      return .kept("five windows agree")
    },
    ConformanceCheck(
      "order", .paging, why: "lists that move are kept free of gaps and repeats by the order of ids",
      fix: "list products by id, the highest first, each once, whatever was edited"
    ) { probe in
      // Products that come while this reads push others to the next page.
      var ids: [Int] = []
      for number in 1...3 {
        let page = try await probe.page(number, size: 50)
        ids += (page["pages"]?.elements ?? []).compactMap { $0["id"]?.integer }.filter { id in
          ids.last.map { id < $0 } ?? true
        }
        let own = (page["pages"]?.elements ?? []).compactMap { $0["id"]?.integer }
        guard zip(own, own.dropFirst()).allSatisfy({ $0 > $1 }) else {
          return .broken("page \(number) is not ordered by id, highest first")
        }
        if page["hasNext"]?.bool != true { break }
      }
      guard !ids.isEmpty else { throw Untestable("there are no products") }
      return .kept("by id, \(ids.count) looked at")
    },
    ConformanceCheck(
      "page size 100", .paging,
      why: "apps read 100 products at a time, and a smaller page makes them skip some",
      fix: "accept items_per_page up to 100, better 1000"
    ) { probe in
      for size in [1000, 500, 200, 100] {
        let response = try await probe.get("/api/products?page_no=1&items_per_page=\(size)")
        guard response.status == 200 else { continue }
        let page = try response.json()
        guard page["itemsPerPage"]?.integer == size else { continue }
        return .kept("up to \(size)")
      }
      return .broken("100 per page are refused or cut down")
    },
    ConformanceCheck(
      "defaults", .paging, .optional, why: "a list without parameters is what people try first",
      fix: "take page_no 1 and items_per_page 20 when they are absent"
    ) { probe in
      let response = try await probe.get("/api/products")
      try response.expect(200)
      let page = try response.json()
      guard page["pageNo"]?.integer == 1 else { return .broken("it is not page 1") }
      return .kept("page 1 of \(page["itemsPerPage"]?.integer ?? 0) each")
    },
    ConformanceCheck(
      "past the end", .paging,
      why: "a client that scrolls fast asks there, and must see that nothing comes any more",
      fix: "respond with 200 with no items and hasNext false, or 204 without a body"
    ) { probe in
      let last = try await probe.page(size: 20)["lastPage"]?.integer ?? 0
      let response = try await probe.get("/api/products?page_no=\(last + 1000)&items_per_page=20")
      if response.status == 204 { return response.body.isEmpty ? .kept("204") : .broken("204 with a body") }
      try response.expect(200, 204)
      let page = try response.json()
      guard page["pages"]?.elements.isEmpty == true, page["hasNext"]?.bool == false else {
        return .broken("there are items, or hasNext is true")
      }
      return .kept("200, empty")
    },
    ConformanceCheck(
      "page bounds", .paging, .optional,
      why: "a wrong page number should be told, not hidden behind another page",
      fix: "respond with 400 for page_no or items_per_page that is 0, negative or no number"
    ) { probe in
      for query in ["page_no=0", "page_no=-1", "page_no=abc", "items_per_page=0", "items_per_page=-5"] {
        let response = try await probe.get("/api/products?\(query)")
        try response.expect(400, what: query)
      }
      return .kept("400")
    },
  ]

  static let searching: [ConformanceCheck] = [
    ConformanceCheck(
      "search", .searching, why: "what is listed must be found by its name, also in Korean",
      fix: "search_value must match any part of a product's name, percent-encoded UTF-8"
    ) { probe in
      let item = try await probe.newest()
      let (name, id) = (item["name"]?.string ?? "", item["id"]?.integer)
      let page = try await probe.page(size: 100, query: "&search_value=\(name.queryEncoded)")
      guard (page["totalCount"]?.integer ?? 0) > 0 else {
        return .broken("'\(name.printable)' finds nothing")
      }
      let found = page["pages"]?.elements.contains { $0["id"]?.integer == id } == true
      return found
        ? .kept("found by its name") : .broken("'\(name.printable)' does not find product \(id ?? 0)")
    },
    ConformanceCheck(
      "search filters", .searching, why: "a search that gives everything looks like one that works",
      fix: "leave out what does not match, and count what does in totalCount"
    ) { probe in
      let page = try await probe.page(query: "&search_value=\("없는물건-\(UUID().uuidString)".queryEncoded)")
      guard page["pages"]?.elements.isEmpty == true, page["totalCount"]?.integer == 0,
        page["hasNext"]?.bool == false
      else { return .broken("a text that nothing contains finds \(page["totalCount"]?.integer ?? -1)") }
      return .kept("nothing for nonsense")
    },
    ConformanceCheck(
      "search plus", .searching, .optional, why: "names such as C++ or 1+1 are looked for",
      fix: "decode %2B in a query as a plus and %20 as a space"
    ) { probe in
      let all = try await probe.page(size: 1)["totalCount"]?.integer ?? 0
      let response = try await probe.get("/api/products?search_value=%2B%2B%20%26%3D%25")
      try response.expect(200)
      let found = try response.json()["totalCount"]?.integer ?? 0
      return found == all && all > 0 ? .broken("reserved characters empty the search") : .kept("understood")
    },
    ConformanceCheck(
      "empty search", .searching, why: "clients send it when a search field is empty",
      fix: "take an absent and an empty search_value for no search"
    ) { probe in
      let all = try await probe.page(size: 1)["totalCount"]?.integer
      let empty = try await probe.page(size: 1, query: "&search_value=")["totalCount"]?.integer
      return all == empty ? .kept("everything") : .broken("\(empty ?? 0) of \(all ?? 0) products")
    },
    ConformanceCheck(
      "unknown parameters", .searching, why: "newer clients send parameters that older servers do not know",
      fix: "ignore unknown query items, and a slash at the end of the path"
    ) { probe in
      try await probe.get("/api/products?items_per_page=1&page_no=1&unknown=1").expect(200)
      try await probe.get("/api/products/?page_no=1&items_per_page=1").expect(200, what: "trailing slash")
      return .kept("ignored")
    },
  ]
}

extension String {
  /// As one value in a query: all but letters, digits and `-._~` percent-encoded.
  var queryEncoded: String {
    let plain = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }
}
