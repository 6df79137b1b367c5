import Foundation
import HTTPTypes
import OpenMarketMock
import Testing

/// Section 5.3 of the contract.
@Suite("Mock market: validators and ranges")
struct CachingTests {
  let mock = MarketplaceMock { $0.productCount = 5 }

  private func imagePath() async throws -> String {
    let id = try await mock.createProduct()
    let image = (await mock.send(.get, "/api/products/\(id)").json["images"] as? [[String: Any]])?.first
    let url = try #require(image?["url"] as? String)
    return String(url.dropFirst("http://market.test".count))
  }

  @Test("Lists, details and images have a strong ETag that follows the bytes")
  func tags() async throws {
    for path in ["/api/products", "/api/products/2", try await imagePath()] {
      let first = await mock.send(.get, path)
      let tag = try #require(first[.eTag])
      #expect(tag.wholeMatch(of: /"[!-~&&[^"]]+"/) != nil)
      #expect(await mock.send(.get, path)[.eTag] == tag)
    }
    let before = await mock.send(.get, "/api/products")[.eTag]
    _ = try await mock.createProduct()
    #expect(await mock.send(.get, "/api/products")[.eTag] != before)
  }

  @Test(
    "If-None-Match: a list, weak forms and *",
    arguments: [
      ("TAG", 304), ("W/TAG", 304), ("\"a\", TAG ,\"b\"", 304), ("*", 304), ("\"a\"", 200), ("", 200),
      ("\"a\",\"b\"", 200), ("TAGx", 200),
    ])
  func ifNoneMatch(pattern: String, status: Int) async throws {
    for path in ["/api/products", "/api/products/2", try await imagePath()] {
      let tag = try #require(await mock.send(.get, path)[.eTag])
      for method in [HTTPRequest.Method.get, .head] {
        let response = await mock.send(method, path, [.ifNoneMatch: pattern.replacing("TAG", with: tag)])
        #expect(response.status == status)
        #expect(response[.eTag] == tag)
        if status == 304 { #expect(response.body.isEmpty) }
      }
    }
  }

  @Test("If-None-Match does not turn an error into 304")
  func errors() async {
    #expect(await mock.send(.get, "/api/products/99", [.ifNoneMatch: "*"]).status == 404)
  }

  @Test(
    "Range of an image of 64 bytes",
    arguments: [
      ("bytes=0-9", 206, "bytes 0-9/64"), ("bytes=60-", 206, "bytes 60-63/64"),
      ("bytes=-4", 206, "bytes 60-63/64"),
      ("bytes=-100", 206, "bytes 0-63/64"), ("bytes=10-1000", 206, "bytes 10-63/64"),
      ("bytes=63-63", 206, "bytes 63-63/64"), ("BYTES=0-0", 206, "bytes 0-0/64"),
      ("bytes=0-99999999999999999999", 206, "bytes 0-63/64"),
      ("bytes=64-", 416, "bytes */64"), ("bytes=-0", 416, "bytes */64"),
      ("bytes=99999999999999999999-", 416, "bytes */64"),
      ("bytes=0-1,5-6", 200, nil), ("bytes=9-5", 200, nil), ("bytes=x-1", 200, nil), ("items=0-1", 200, nil),
      ("bytes=-", 200, nil), ("bytes=", 200, nil),
    ] as [(String, Int, String?)])
  func ranges(range: String, status: Int, contentRange: String?) async throws {
    let path = try await imagePath()
    let response = await mock.send(.get, path, [.range: range])
    #expect(response.status == status)
    #expect(response[.contentRange] == contentRange)
    #expect(response[.acceptRanges] == "bytes")
    guard status != 416 else { return }
    #expect(response[.contentType] == "image/jpeg")
    let part = contentRange.flatMap { $0.wholeMatch(of: /bytes (\d+)-(\d+)\/64/) }
    let whole = ProductForm.jpeg
    let expected = try part.map { whole[try #require(Int($0.1))...(try #require(Int($0.2)))] } ?? whole
    #expect(response.body == expected)
  }

  @Test("If-Range: a part only of the very same bytes")
  func ifRange() async throws {
    let path = try await imagePath()
    let tag = try #require(await mock.send(.get, path)[.eTag])
    let date = "Wed, 21 Oct 2015 07:28:00 GMT"
    for (condition, status) in [(tag, 206), ("\"other\"", 200), ("W/" + tag, 200), (date, 200)] {
      let response = await mock.send(.get, path, [.range: "bytes=0-1", .ifRange: condition])
      #expect(response.status == status, "\(condition)")
    }
  }

  @Test("If-None-Match goes before Range; HEAD ignores Range; JSON has no ranges")
  func precedence() async throws {
    let path = try await imagePath()
    #expect(await mock.send(.get, path, [.range: "bytes=0-1", .ifNoneMatch: "*"]).status == 304)
    #expect(await mock.send(.head, path, [.range: "bytes=0-1"]).status == 200)
    #expect(await mock.send(.get, "/api/products", [.range: "bytes=0-1"]).status == 200)
  }

  @Test("Contents of any length have tags of their own")
  func hash() async throws {
    var tags: Set<String> = []
    mock.reset(validation: .lenient)
    for length in 1...70 {
      var form = ProductForm()
      form.images = [Data(count: length)]
      let response = await mock.send(.post, "/api/products", form.fields(), body: form.body)
      let url = try #require((response.json["images"] as? [[String: Any]])?.first?["url"] as? String)
      tags.insert(try #require(await mock.send(.get, String(url.dropFirst(18)))[.eTag]))
    }
    #expect(tags.count == 70)
  }
}
