import Foundation
import OpenMarketHTTP
import OpenMarketPacing

extension ConformanceCheck {
  static let searching: [ConformanceCheck] = [
    ConformanceCheck(
      "search", .searching, why: "what is listed must be found by its name, also in Korean",
      fix: "search_value must match any part of a product's name, percent-encoded UTF-8"
    ) { probe in
      let item = try await probe.newest()
      let (name, id) = (item["name"]?.string ?? "", item["id"]?.integer)
      let page = try await probe.page(size: 100, query: "&search_value=\(name.queryEncoded)")
      try expect((page["totalCount"]?.integer ?? 0) > 0, else: "'\(name.printable)' finds nothing")
      let isFound = page["pages"]?.elements.contains { $0["id"]?.integer == id } == true
      try expect(isFound, else: "'\(name.printable)' does not find product \(id ?? 0)")
      return .kept("found by its name")
    },
    ConformanceCheck(
      "search filters", .searching, why: "a search that gives everything looks like one that works",
      fix: "leave out what does not match, and count what does in totalCount"
    ) { probe in
      let word = "없는물건-\(UUID.random().uuidString)"
      let page = try await probe.page(query: "&search_value=\(word.queryEncoded)")
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
      let page = try await probe.get("/api/products?search_value=%2B%2B%20%26%3D%25").expect(200).json()
      let found = page["totalCount"]?.integer ?? 0
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
      fix: "ignore unknown query items"
    ) { probe in
      try await probe.get("/api/products?items_per_page=1&page_no=1&unknown=1").expect(200)
      return .kept("ignored")
    },
    ConformanceCheck(
      "trailing slash", .searching, .optional,
      why: "this client sends none, but people who type an address do",
      fix: "ignore a slash at the end of the path"
    ) { probe in
      try await probe.get("/api/products/?page_no=1&items_per_page=1").expect(200)
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
