import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketPacing
import Testing

/// Section 5.4 of the contract.
@Suite("Mock market: control plane")
struct ControlPlaneTests {
  let mock = MarketplaceMock {
    $0.productCount = 4
    $0.time.date = { Date(timeIntervalSince1970: 1_710_115_200) }
  }

  @Test("Only this machine may use it, and no web page", arguments: ["health", "faults", "ledger", "clock"])
  func access(name: String) async {
    #expect(await mock.send(.get, "/__mock/\(name)").status == 200)
    #expect(await mock.send(.get, "/__mock/\(name)", [.origin: "http://evil.test"]).status == 404)
    let head = HTTPRequest(
      method: .get, scheme: "http", authority: "localhost", path: "/__mock/\(name)", headerFields: [:])
    var request = MockRequest(head: head)
    request.isLoopback = false
    #expect(await mock.handle(request).status == 404)
  }

  @Test(
    "Only names of this machine reach it: another name that resolves to it is a web page's",
    arguments: [
      ("localhost", 200), ("LOCALHOST:8080", 200), ("127.0.0.1:1", 200), ("127.8.9.10", 200), ("[::1]", 200),
      ("[::1]:8080", 200), ("evil.test", 404), ("localhost.evil.test", 404),
      ("127.0.0.1.evil.test:8080", 404),
      ("127.evil", 404), ("127.0.0.256", 404), ("127.1", 404), ("0.0.0.0", 404), ("[::2]", 404),
      ("[::1].evil", 404), ("[::1", 404), ("evil@localhost", 404), ("localhost@evil:1", 404),
      ("localhost:80a", 404),
      ("localhost:", 404), ("", 404), (nil, 404),
    ])
  func host(authority: String?, status: Int) async {
    let head = HTTPRequest(
      method: .get, scheme: "http", authority: authority, path: "/__mock/health", headerFields: [:])
    #expect(await mock.handle(MockRequest(head: head)).status == status)
  }

  @Test("It is neither logged nor faulted")
  func invisible() async {
    mock.addFault(Fault(.status(503)))
    #expect(await mock.send(.get, "/__mock/health").status == 200)
    #expect(await mock.send(.get, "/__mock/unknown").status == 404)
    #expect(mock.requestLog.isEmpty)
    #expect(mock.faults.count == 1)
  }

  @Test("health shows status, version and mode")
  func health() async {
    #expect(
      await mock.send(.get, "/__mock/health/").json as? [String: String]
        == ["status": "ok", "version": MarketplaceMock.version, "mode": "strict"])
  }

  @Test(
    "Every fault can be scripted and is displayed as it was sent",
    arguments: [
      #"{"type":"status","status":503,"retryAfter":2.5}"#, #"{"type":"status","status":500}"#,
      #"{"type":"delay","seconds":1.5}"#, #"{"type":"disconnect"}"#, #"{"type":"close"}"#,
      #"{"type":"hang"}"#,
      #"{"type":"garbage"}"#, #"{"type":"truncate","afterBytes":5}"#,
      #"{"type":"resetMidBody","afterBytes":5}"#,
      #"{"type":"drip","bytes":3,"every":0.25}"#, #"{"type":"unauthorizedBasic"}"#,
      #"{"type":"redirect","status":308,"location":"/x"}"#, #"{"type":"contentType","value":"text/html"}"#,
      #"{"type":"replaceBody","body":"<p>","contentType":"text/html"}"#,
      #"{"type":"field","name":"X-A","value":"b"}"#, #"{"type":"duplicate"}"#,
    ])
  func faults(action: String) async throws {
    let entry =
      #"{"match":{"method":"GET","path":"/a/*","query":{"q":"1"}},"phase":"after","action":"# + action
      + #","times":3}"#
    let response = await mock.send(.post, "/__mock/faults", json: entry)
    #expect(response.status == 201)
    let displayed = await mock.send(.get, "/__mock/faults")
    #expect(try Self.value(displayed.body) == Self.value(Data("[\(entry)]".utf8)))
    #expect(mock.faults.first?.match == .init(.get, "/a/*", query: ["q": "1"]))
    #expect(mock.faults.first?.phase == .after)
    #expect(mock.faults.first?.times == 3)
    #expect(await mock.send(.delete, "/__mock/faults").status == 200)
    #expect(mock.faults.isEmpty)
  }

  private static func value(_ json: Data) throws -> NSArray {
    try #require(try JSONSerialization.jsonObject(with: json) as? NSArray)
  }

  @Test("An array adds several faults, a bare name is enough, and defaults are once, before, everything")
  func faultDefaults() async {
    let body = #"[{"action":"disconnect"},{"action":{"type":"truncate"}}]"#
    #expect(await mock.send(.post, "/__mock/faults", json: body).status == 201)
    #expect(mock.faults == [Fault(.disconnect), Fault(.truncate(afterBytes: 0))])
  }

  @Test(
    "A malformed script is 400 and changes nothing",
    arguments: [
      #"{"match":{"path":"/api/products?page_no=2"},"action":"hang"}"#,
      #"{"match":{"path":"/api/products/"},"action":"hang"}"#, #"{"match":{"path":"api"},"action":"hang"}"#,
      "", "1", "{}", "[1]", #"{"action":"explode"}"#, #"{"action":"status"}"#, #"{"action":"delay"}"#,
      #"{"action":{"type":"status","status":700}}"#,
      #"{"action":{"type":"status","status":503,"retryafter":1}}"#,
      #"{"action":{"type":"status","status":503,"retryAfter":-1}}"#,
      #"{"action":{"type":"delay","seconds":1e9}}"#,
      #"{"action":"hang","times":0}"#, #"{"action":"hang","times":1.5}"#,
      #"{"action":"hang","phase":"during"}"#,
      #"{"action":"hang","match":{"verb":"GET"}}"#, #"{"action":"hang","match":{"method":"G T"}}"#,
      #"{"action":"hang","match":{"query":{"a":1}}}"#,
      #"{"action":{"type":"field","name":"a b","value":""}}"#,
      #"{"action":{"type":"hang","seconds":1}}"#, #"[{"action":"hang"},{"action":"x"}]"#, #"{"action":null}"#,
    ])
  func malformed(body: String) async {
    let response = await mock.send(.post, "/__mock/faults", json: body)
    #expect(response.status == 400)
    #expect(response.json["message"] is String)
    #expect(mock.faults.isEmpty)
  }

  @Test("Of several wrong values the first by name is refused", arguments: ["null", "1"])
  func severalWrong(value: String) async {
    let query = (10..<40).reversed().map { "\"n\($0)\":\(value)" }.joined(separator: ",")
    let response = await mock.send(
      .post, "/__mock/faults", json: "{\"action\":\"hang\",\"match\":{\"query\":{\(query)}}}")
    #expect((response.json["message"] as? String)?.hasPrefix("n10 must ") == true, "\(response.text)")
  }

  @Test("A plan of faults by chance can be set, is displayed as it was sent, strikes, and can be taken away")
  func plan() async throws {
    #expect(await mock.send(.get, "/__mock/fault-plan").text == "null")
    let body =
      #"{"seed":7,"match":{"method":"GET","path":"/api/**","query":{}},"limit":3,"dropBefore":0.25,"hang":0.25,"#
      + #""status":0.5,"delays":[0.5,2],"statuses":[503],"retryAfter":2}"#
    let response = await mock.send(.post, "/__mock/fault-plan", json: body)
    #expect(response.status == 200)
    let displayed = await mock.send(.get, "/__mock/fault-plan")
    #expect(try Self.object(displayed.body) == Self.object(Data(body.utf8)))
    let expected = FaultPlan(seed: 7) {
      $0.match = .init(.get, "/api/**")
      ($0.limit, $0.dropBefore, $0.hang, $0.status) = (3, 0.25, 0.25, 0.5)
      ($0.delays, $0.statuses, $0.retryAfter) = (.seconds(0.5) ... .seconds(2), [503], .seconds(2))
    }
    #expect(mock.faultPlan == expected)
    for _ in 0..<5 { _ = await mock.send(.get, "/api/products/1") }
    #expect(mock.requestLog.map { $0.fault != nil } == [true, true, true, false, false])
    #expect(await mock.send(.delete, "/__mock/fault-plan").text == "null")
    #expect(mock.faultPlan == nil)
  }

  private static func object(_ json: Data) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: json) as? NSDictionary)
  }

  @Test(
    "A malformed plan is 400 and changes nothing",
    arguments: [
      "", "[]", "{}", #"{"seed":-1}"#, #"{"seed":1,"drop":0.5}"#, #"{"seed":1,"hang":1.5}"#,
      #"{"seed":1,"hang":null}"#, #"{"seed":1,"delays":[2,-1]}"#, #"{"seed":1,"delays":[1]}"#,
      #"{"seed":1,"statuses":[]}"#, #"{"seed":1,"statuses":[99]}"#, #"{"seed":1,"limit":1.5}"#,
      #"{"seed":1,"retryAfter":"2"}"#,
    ])
  func malformedPlan(body: String) async {
    mock.setFaultPlan(FaultPlan(seed: 3))
    #expect(await mock.send(.post, "/__mock/fault-plan", json: body).status == 400)
    #expect(mock.faultPlan == FaultPlan(seed: 3))
  }

  @Test("A plan whose parts do not go together is 422 and changes nothing; delays may come in either order")
  func impossiblePlan() async {
    let response = await mock.send(.post, "/__mock/fault-plan", json: #"{"seed":1,"hang":0.6,"status":0.6}"#)
    #expect(response.status == 422)
    #expect(mock.faultPlan == nil)
    _ = await mock.send(.post, "/__mock/fault-plan", json: #"{"seed":1,"delays":[2,1]}"#)
    #expect(mock.faultPlan?.delays == .seconds(1) ... .seconds(2))
  }

  @Test("The ledger lists effects with the contract's keys")
  func ledger() async throws {
    let form = ProductForm()
    _ = await mock.send(.post, "/api/products", form.fields(key: "k"), body: form.body)
    _ = try await mock.createProduct()
    #expect(
      await mock.send(.get, "/__mock/ledger").text
        == #"[{"sequence":1,"kind":"product.created","product":5,"vendor":7,"idempotencyKey":"k","#
        + #""requestCount":1,"time":"2024-03-11T00:00:00.000Z"},{"sequence":2,"kind":"product.created","#
        + #""product":6,"vendor":7,"idempotencyKey":null,"requestCount":1,"time":"2024-03-11T00:00:00.000Z"}]"#
    )
  }

  @Test("The request log lists requests with the contract's keys")
  func requests() async {
    _ = await mock.send(.get, "/healthChecker?a", [.accept: "*/*", .identifier: "x"])
    #expect(
      await mock.send(.get, "/__mock/requests").text
        == #"[{"sequence":1,"method":"GET","target":"/healthChecker?a","headers":{"accept":"*/*","#
        + #""identifier":"‹redacted›"},"bodySize":0,"bodyDigest":null,"status":200,"replayed":false,"#
        + #""fault":null}]"#)
  }

  @Test("reset clears everything and may change seed, size and mode")
  func reset() async throws {
    let before = await mock.send(.get, "/api/products").body
    _ = try await mock.createProduct()
    mock.addFault(Fault(.hang, times: 9))
    mock.advanceClock(by: .seconds(99))
    let response = await mock.send(
      .post, "/__mock/reset", json: #"{"seed":9,"productCount":2,"mode":"lenient"}"#)
    #expect(response.json["mode"] as? String == "lenient")
    #expect(mock.validation == .lenient)
    #expect(mock.requestLog.isEmpty && mock.ledger.isEmpty && mock.faults.isEmpty)
    #expect(mock.now == Date(timeIntervalSince1970: 1_710_115_200))
    #expect(await mock.send(.get, "/api/products").json["totalCount"] as? Int == 2)
    #expect(await mock.send(.post, "/__mock/reset").status == 200)
    #expect(await mock.send(.get, "/api/products").body == before)
    #expect(mock.validation == .strict)
  }

  @Test(
    "A malformed reset is 400",
    arguments: [
      "x", "[]", #"{"seed":-1}"#, #"{"seed":"7"}"#, #"{"productCount":1e9}"#, #"{"mode":"loose"}"#,
      #"{"products":3}"#,
    ])
  func malformedReset(body: String) async {
    #expect(await mock.send(.post, "/__mock/reset", json: body).status == 400)
    #expect(await mock.send(.get, "/api/products").json["totalCount"] as? Int == 4)
  }

  @Test("The clock can be set, advanced and stopped, and drives dates")
  func clock() async throws {
    var source = #"{"now":"2024-03-11T00:00:00.000Z","frozen":false}"#
    #expect(await mock.send(.get, "/__mock/clock").text == source)
    source = await mock.send(.post, "/__mock/clock", json: #"{"set":"2030-01-02T03:04:05Z"}"#).text
    #expect(source == #"{"now":"2030-01-02T03:04:05.000Z","frozen":false}"#)
    source = await mock.send(.post, "/__mock/clock", json: #"{"advance":86400.5,"freeze":true}"#).text
    #expect(source == #"{"now":"2030-01-03T03:04:05.500Z","frozen":true}"#)
    source = await mock.send(.post, "/__mock/clock", json: #"{"set":"2031-01-01T09:00:00.25+09:00"}"#).text
    #expect(source == #"{"now":"2031-01-01T00:00:00.250Z","frozen":true}"#)
    let id = try await mock.createProduct()
    let created = await mock.send(.get, "/api/products/\(id)").json["created_at"] as? String
    #expect(created == "2031-01-01T00:00:00")
  }

  @Test(
    "A malformed time is 400",
    arguments: [
      #"{"set":"yesterday"}"#, #"{"set":"2024-01-01T12:99:00Z"}"#,
      #"{"set":"2024-02-30T12:00:00Z"}"#,
      #"{"set":"2024-01-01T12:00:00+24:00"}"#, #"{"set":5}"#, #"{"advance":"1"}"#, #"{"freeze":1}"#,
      #"{"stop":true}"#, "[]",
      #"{"advance":1e300}"#,
    ])
  func malformedClock(body: String) async {
    #expect(await mock.send(.post, "/__mock/clock", json: body).status == 400)
  }

  @Test("A stopped clock stands still, and goes on from there")
  func freezing() async {
    let source = SteppingTime()
    let mock = MarketplaceMock {
      $0.productCount = 0
      $0.time.date = { source.next() }
    }
    mock.freezeClock()
    let moment = mock.now
    #expect(mock.now == moment)
    mock.freezeClock(false)
    #expect(mock.now > moment)
    #expect(mock.now < moment.addingTimeInterval(10))
  }
}
