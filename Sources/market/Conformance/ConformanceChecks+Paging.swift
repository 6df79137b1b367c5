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
      try expect(missing.isEmpty, else: "lacks \(missing.joined(separator: ", "))")
      return .kept("\(page["totalCount"]?.integer ?? 0) products")
    },
    ConformanceCheck(
      "arithmetic", .paging,
      why: "a client that scrolls asks again or stops too early when they contradict each other",
      fix: "lastPage = ceil(totalCount / itemsPerPage), hasNext = pageNo < lastPage, hasPrev = pageNo > 1, "
        + "offset = (pageNo - 1) * itemsPerPage, limit = itemsPerPage, and as many items as that leaves; "
        + "or as the original: limit = pageNo * itemsPerPage, with up to so many items"
    ) { probe in
      var (total, isOriginal) = (0, false)
      for (number, size) in [(1, 1), (1, 7), (2, 7), (1, 20), (3, 20)] {
        let page = try await probe.page(number, size: size)
        if page == ConformanceProbe.pastTheEnd {
          let isPastTheEnd = number > 1 && total <= (number - 1) * size
          try expect(isPastTheEnd, else: "page \(number) of \(size) each is 204, with \(total) products")
          continue
        }
        total = page["totalCount"]?.integer ?? -1
        let last = total / size + (total % size > 0 ? 1 : 0)
        let expected: [(String, Int)] = [
          ("pageNo", number), ("itemsPerPage", size), ("offset", (number - 1) * size), ("lastPage", last),
        ]
        for (key, value) in expected where page[key]?.integer != value {
          return .broken(
            "page \(number) of \(size) each: \(key) is \(page[key]?.integer ?? -1), not \(value)")
        }
        let isRight = page["hasNext"]?.bool == (number < last) && page["hasPrev"]?.bool == (number > 1)
        try expect(isRight, else: "page \(number) of \(last): hasNext or hasPrev is wrong")
        let (limit, count) = (page["limit"]?.integer ?? -1, page["pages"]?.elements.count ?? 0)
        try expect(
          limit == size || limit == number * size,
          else: "page \(number) of \(size) each: limit is \(limit), not \(size)")
        // A limit above the size may count from the top, or be that of the original's longer pages.
        let rest = max(0, max(0, total) - (number - 1) * size)
        try expect(
          count == min(size, rest) || count == min(limit, rest),
          else: "page \(number) of \(size) each has \(count) items, not \(min(size, rest))")
        isOriginal = isOriginal || count > size
      }
      return .kept(
        "five windows agree" + (isOriginal ? "; page n has n times as many, as the original's" : ""))
    },
    ConformanceCheck(
      "order", .paging, why: "lists that move are kept free of gaps and repeats by the order of ids",
      fix: "list products by id, the highest first, each once, whatever was edited"
    ) { probe in
      // Products that come while this reads push others to the next page.
      var ids: [Int] = []
      for number in 1...3 {
        let page = try await probe.page(number, size: 50)
        let own = (page["pages"]?.elements ?? []).compactMap { $0["id"]?.integer }
        ids += own.filter { id in ids.last.map { id < $0 } ?? true }
        try expect(
          zip(own, own.dropFirst()).allSatisfy { $0 > $1 },
          else: "page \(number) is not ordered by id, highest first")
        if page["hasNext"]?.bool != true { break }
      }
      guard !ids.isEmpty else { throw Finding.untested("there are no products") }
      return .kept("by id, \(ids.count) looked at")
    },
    ConformanceCheck(
      "page size 100", .paging,
      why: "apps read 100 products at a time, and a smaller page makes them skip some",
      fix: "accept items_per_page up to 100, better 1000"
    ) { probe in
      for size in [1000, 500, 200, 100] {
        let response = try await probe.get("/api/products?page_no=1&items_per_page=\(size)")
        if response.status == 200, try response.json()["itemsPerPage"]?.integer == size {
          return .kept("up to \(size)")
        }
      }
      return .broken("100 per page are refused or cut down")
    },
    ConformanceCheck(
      "defaults", .paging, .optional, why: "a list without parameters is what people try first",
      fix: "take page_no 1 and items_per_page 20 when they are absent"
    ) { probe in
      let page = try await probe.get("/api/products").expect(200).json()
      try expect(page["pageNo"]?.integer == 1, else: "it is not page 1")
      return .kept("page 1 of \(page["itemsPerPage"]?.integer ?? 0) each")
    },
    ConformanceCheck(
      "past the end", .paging,
      why: "a client that scrolls fast asks there, and must see that nothing comes any more",
      fix: "respond with 200 with no items and hasNext false, or 204 without a body"
    ) { probe in
      // A server may say any number.
      let last = min(try await probe.page(size: 20)["lastPage"]?.integer ?? 0, Int(Int32.max))
      let response = try await probe.get("/api/products?page_no=\(last + 1000)&items_per_page=20")
      if response.status == 204 { return response.body.isEmpty ? .kept("204") : .broken("204 with a body") }
      try response.expect(200, 204)
      let page = try response.json()
      let isEnd = page["pages"]?.elements.isEmpty == true && page["hasNext"]?.bool == false
      return isEnd ? .kept("200, empty") : .broken("there are items, or hasNext is true")
    },
    ConformanceCheck(
      "page bounds", .paging, .optional,
      why: "a wrong page number should be told, not hidden behind another page",
      fix: "respond with 400 for page_no or items_per_page that is 0, negative or no number"
    ) { probe in
      for query in ["page_no=0", "page_no=-1", "page_no=abc", "items_per_page=0", "items_per_page=-5"] {
        try await probe.get("/api/products?\(query)").expect(400, what: query)
      }
      return .kept("400")
    },
  ]
}
