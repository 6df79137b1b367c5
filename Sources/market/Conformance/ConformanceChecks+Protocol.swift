import Foundation
import OpenMarket
import OpenMarketImages

extension ConformanceCheck {
  static let errors: [ConformanceCheck] = [
    ConformanceCheck(
      "unknown product", .errors, why: "a product that is gone must leave lists and caches, a fault must not",
      fix: "respond with 404 for an id that there is not, and with 404 or 400 for one that is no number"
    ) { probe in
      try await probe.get("/api/products/9007199254740991").expect(404)
      try await probe.get("/api/products/no-such-product").expect(404, 400, 422, what: "no-such-product")
      return .kept("404")
    },
    ConformanceCheck(
      "error body", .errors, .optional,
      why: "the server's reason is displayed to the user; a 404 without one is taken for a gateway's",
      fix: "send {\"code\":404,\"message\":\"…\"} as JSON, code being the status"
    ) { probe in
      let response = try await probe.get("/api/products/9007199254740991")
      let status = response.status
      guard status >= 400 else { throw Finding.untested("there is no error to look at") }
      let json = try response.json()
      try expect(
        json["code"]?.integer == status && json["message"]?.string?.isEmpty == false,
        else: "the error body is not {\"code\":\(status),\"message\":\"…\"}")
      return .kept("code and message")
    },
    ConformanceCheck(
      "wrong method", .errors, .optional,
      why: "a request to the wrong address should not look like a fault that passes",
      fix: "respond with 405 with Allow, or 404, for a method that a path does not have"
    ) { probe in
      let response = try await probe.send(.put, "/healthChecker").expect(405, 404)
      return .kept(response.fields[.allow].map { "405, Allow: \($0)" } ?? "\(response.status)")
    },
  ]

  static let caching: [ConformanceCheck] = [
    entityTag("list ETag", at: { _ in "/api/products?page_no=1&items_per_page=5" }, topic: .caching),
    entityTag(
      "detail ETag", at: { try await "/api/products/\($0.newest()["id"]?.integer ?? 0)" }, topic: .caching),
  ]

  static let images: [ConformanceCheck] = [
    ConformanceCheck(
      "image", .images, why: "every list shows them",
      fix: "thumbnail must be the address of a picture, with a Content-Type of image/… and its true length"
    ) { probe in
      let response = try await probe.get(try await probe.thumbnail()).expect(200)
      try expect(response.fields[.contentType]?.hasPrefix("image/") == true, else: response.type)
      let pictures: [ImageFormat?] = [.jpeg, .png, .webP, .gif]
      try expect(
        pictures.contains(ImageFormat.sniff(response.body)), else: "the bytes are no JPEG, PNG, WebP or GIF")
      return .kept("\(response.body.count) bytes")
    },
    entityTag("image ETag", at: { try await $0.thumbnail() }, topic: .images),
    ConformanceCheck(
      "image ranges", .images, .optional, why: "a download that broke goes on where it was",
      fix: "honour Range: bytes=first-last with 206 and Content-Range, and send Accept-Ranges: bytes"
    ) { probe in
      let address = try await probe.thumbnail()
      let whole = try await probe.get(address)
      guard whole.body.count > 10 else { throw Finding.untested("the picture is too small") }
      let part = try await probe.get(address, [.range: "bytes=2-9"]).expect(206)
      guard part.body == whole.body.dropFirst(2).prefix(8),
        part.fields[.contentRange] == "bytes 2-9/\(whole.body.count)"
      else { return .broken("the part is not what Range asked for") }
      try await probe.get(address, [.range: "bytes=\(whole.body.count)-"]).expect(416, what: "past the end")
      return .kept("206 and 416")
    },
  ]

  static let extensions: [ConformanceCheck] = [
    ConformanceCheck(
      "HEAD", .extensions, .optional, why: "monitors and link checkers use it",
      fix: "respond to HEAD like GET, without a body"
    ) { probe in
      let response = try await probe.send(.head, "/healthChecker").expect(200)
      return response.body.isEmpty ? .kept("as GET") : .broken("it has a body")
    },
    ConformanceCheck(
      "suggestions", .extensions, .optional,
      why: "without it suggestions come from what the device has stored alone",
      fix: "respond to GET /api/suggestions?query=…&limit=… with a JSON array of at most limit texts"
    ) { probe in
      let text = String((try await probe.newest()["name"]?.string ?? "").prefix(1))
      let address = "/api/suggestions?query=\(text.queryEncoded)&limit=3"
      let json = try await probe.get(address).expect(200).json()
      let isList = json.isArray && json.elements.count <= 3 && json.elements.allSatisfy { $0.string != nil }
      try expect(isList, else: "it is no array of at most 3 texts")
      return .kept("\(json.elements.count) for '\(text.printable)'")
    },
  ]

  private static func entityTag(
    _ name: String, at address: @escaping @Sendable (ConformanceProbe) async throws -> String, topic: Topic
  ) -> ConformanceCheck {
    ConformanceCheck(
      name, topic, .optional, why: "without it everything is sent again at each refresh",
      fix: "send a strong ETag, and 304 without a body for If-None-Match with it"
    ) { probe in
      let address = try await address(probe)
      // A list may change between the two.
      for _ in 1...3 {
        let first = try await probe.get(address).expect(200)
        guard let tag = first.fields[.eTag] else { return .broken("there is no ETag") }
        let second = try await probe.get(address, [.ifNoneMatch: tag])
        if second.status == 304 {
          try expect(second.body.isEmpty, else: "304 with a body")
          let other = try await probe.get(address, [.ifNoneMatch: "\"another\""])
          return other.status == 200 ? .kept("304") : .broken("status \(other.status) for another tag")
        }
        if second.fields[.eTag] == tag { return .broken("status \(second.status) for the same tag") }
      }
      return .untested("it changes all the time")
    }
  }
}

extension ConformanceProbe {
  /// The address of the newest product's thumbnail.
  func thumbnail() async throws -> String {
    let text = try await newest()["thumbnail"]?.string ?? ""
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil else {
      throw Finding.broken("thumbnail '\(text.printable)' is no http address")
    }
    return text
  }
}
