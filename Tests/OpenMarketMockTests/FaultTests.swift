import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import Testing

@Suite("Mock market: faults")
struct FaultTests {
  let mock = MarketplaceMock { $0.productCount = 30 }
  let form = ProductForm()

  private func create() async -> MockResponse {
    await mock.send(.post, "/api/products", form.fields(), body: form.body)
  }

  @Test(
    "Before execution, nothing takes effect",
    arguments: [
      .status(503), .disconnect, .close, .hang, .garbage, .unauthorizedBasic, .redirect(307, location: "/x"),
      .replaceBody("<html>", contentType: "text/html"),
    ] as [Fault.Action])
  func before(action: Fault.Action) async {
    mock.addFault(Fault(action))
    _ = await create()
    #expect(mock.ledger.isEmpty)
    #expect(await create().status == 201, "it strikes once")
  }

  @Test(
    "After execution, the effect is there whatever the client sees",
    arguments: [
      .status(503), .disconnect, .close, .hang, .garbage, .unauthorizedBasic, .redirect(307, location: "/x"),
      .replaceBody("<html>", contentType: "text/html"), .truncate(afterBytes: 3),
      .resetMidBody(afterBytes: 3),
      .drip(bytes: 1, every: .seconds(1)), .contentType("text/html"), .field("X-A", value: "b"),
      .delay(.seconds(1)),
    ] as [Fault.Action])
  func after(action: Fault.Action) async {
    mock.addFault(Fault(action, phase: .after))
    _ = await create()
    #expect(mock.ledger.count == 1)
    #expect(await mock.send(.get, "/api/products/31").status == 200)
    #expect(mock.requestLog.map(\.fault) == [action.name, nil])
  }

  @Test("A status has the contract's error body and Retry-After in whole seconds, rounded up")
  func status() async {
    mock.addFault(Fault(.status(.tooManyRequests, retryAfter: .milliseconds(1_200))))
    let response = await mock.send(.get, "/api/products")
    #expect(response.status == 429)
    #expect(response[.retryAfter] == "2")
    #expect(response.json["code"] as? Int == 429)
    mock.addFault(Fault(.status(503)))
    #expect(await mock.send(.get, "/api/products")[.retryAfter] == nil)
  }

  @Test(
    "Faults of the wire become the adapter's deliveries",
    arguments: [
      (.disconnect, .reset), (.close, .close), (.hang, .hang), (.garbage, .garbage),
      (.truncate(afterBytes: 9), .truncate(afterBytes: 9)),
      (.resetMidBody(afterBytes: 9), .resetMidBody(afterBytes: 9)),
      (.drip(bytes: 2, every: .seconds(1)), .drip(chunk: 2, every: .seconds(1))),
      (.drip(bytes: 0, every: .seconds(1)), .drip(chunk: 1, every: .seconds(1))),
    ] as [(Fault.Action, MockResponse.Delivery)])
  func deliveries(action: Fault.Action, delivery: MockResponse.Delivery) async {
    mock.addFault(Fault(action, phase: .after))
    #expect(await mock.send(.get, "/api/products").delivery == delivery)
  }

  @Test("401 Basic, redirects, wrong types, other bodies and additional fields")
  func responses() async throws {
    for fault in [
      Fault.Action.unauthorizedBasic, .redirect(307, location: "http://b.test/"), .contentType("text/html"),
      .replaceBody("<p>", contentType: "text/html"), .field("ETag", value: "\"x\""), .delay(.seconds(4)),
    ] { mock.addFault(Fault(fault)) }
    let basic = await mock.send(.get, "/api/products")
    #expect(basic.status == 401)
    #expect(basic[.wwwAuthenticate]?.hasPrefix("Basic ") == true)
    let redirect = await mock.send(.get, "/api/products")
    #expect(redirect.status == 307)
    #expect(redirect[.location] == "http://b.test/")
    let wrong = await mock.send(.get, "/api/products")
    #expect(wrong[.contentType] == "text/html")
    #expect(wrong.json["pageNo"] as? Int == 1)
    let page = await mock.send(.get, "/api/products")
    #expect(page.status == 200)
    #expect(page.text == "<p>")
    #expect(await mock.send(.get, "/api/products").head.headerFields[values: .eTag].count == 2)
    #expect(await mock.send(.get, "/api/products").delay == .seconds(4))
    #expect(mock.faults.isEmpty)
  }

  @Test("A duplicate delivery is handled twice; a key makes the second harmless")
  func duplicate() async {
    mock.addFault(Fault(.duplicate, times: 2))
    let first = await create()
    #expect(first.json["id"] as? Int == 31)
    #expect(mock.ledger.map(\.productID) == [31, 32])
    let keyed = await mock.send(.post, "/api/products", form.fields(key: "k"), body: form.body)
    #expect(keyed.status == 201)
    #expect(mock.ledger.map(\.requestCount) == [1, 1, 2])
    #expect(mock.requestLog.map(\.isReplayed) == [false, false, false, true])
    #expect(mock.requestLog.map(\.fault) == Array(repeating: "duplicate", count: 4))
  }

  @Test("The first match strikes, as often as it says, in the order of the script")
  func order() async {
    mock.addFault(Fault(.status(500), on: .init(.get, "/api/products/*"), times: 2))
    mock.addFault(Fault(.status(501)))
    mock.addFault(Fault(.status(502), times: 0))
    var statuses: [Int] = []
    for path in ["/api/products/1", "/healthChecker", "/api/products/2", "/api/products/3"] {
      statuses.append(await mock.send(.get, path).status)
    }
    #expect(statuses == [500, 501, 500, 200])
  }

  @Test(
    "A match looks at method, path and query",
    arguments: [
      (.init(), true), (.init(.get), true), (.init(.post), false), (.init(nil, "/api/products"), true),
      (.init(nil, "/api/products/"), false), (.init(nil, "/api/*"), true), (.init(nil, "/*"), false),
      (.init(nil, "/**"), true), (.init(nil, "**/products"), true), (.init(nil, "/api/p*s"), true),
      (.init(nil, "/api"), false), (.init(nil, "*"), false), (.init(nil, ""), false),
      (.init(query: ["page_no": "2"]), true), (.init(query: ["page_no": "3"]), false),
      (.init(query: ["search_value": "a b"]), true), (.init(query: ["other": ""]), false),
    ] as [(Fault.Match, Bool)])
  func matching(match: Fault.Match, strikes: Bool) async {
    mock.addFault(Fault(.status(599), on: match))
    let response = await mock.send(.get, "/api/products/?page_no=2&search_value=a+b")
    #expect((response.status == 599) == strikes)
  }

  @Test("The log names the fault; a request without a response has its status all the same")
  func log() async {
    mock.addFault(Fault(.disconnect))
    _ = await mock.send(.get, "/healthChecker")
    _ = await mock.send(.get, "/healthChecker")
    #expect(mock.requestLog.map(\.fault) == ["disconnect", nil])
    #expect(mock.requestLog.map(\.status) == [nil, 200])
  }
}
