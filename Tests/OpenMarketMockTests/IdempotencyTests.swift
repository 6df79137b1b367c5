import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

@testable import OpenMarketMock

/// Section 5.1 of the contract.
@Suite("Mock market: idempotency keys")
struct IdempotencyTests {
  let clock = ManualClock()
  let mock: MarketplaceMock
  let form = ProductForm()
  let replayed = HTTPField.Name("Idempotent-Replayed")
  let secret = "\"secret\":\"\(MarketplaceMock.Vendor.sample.secret)\""

  init() {
    let clock = clock
    mock = MarketplaceMock {
      $0.productCount = 0
      $0.time.clock = AnyClock(clock)
      $0.time.date = { Date(timeIntervalSince1970: 1_710_115_200) }
    }
  }

  private func create(_ form: ProductForm, key: String = "k", _ vendor: MarketplaceMock.Vendor = .sample)
    async
    -> MockResponse
  {
    await mock.send(.post, "/api/products", form.fields(vendor, key: key), body: form.body)
  }

  @Test("A repeated request gets a response again without a second effect")
  func replay() async throws {
    let first = await create(form)
    let second = await create(form)
    #expect(second.status == 201)
    #expect(second.body == first.body)
    #expect(second[try #require(replayed)] == "true")
    #expect(first[try #require(replayed)] == nil)
    #expect(mock.ledger.count == 1)
    #expect(mock.ledger.first?.idempotencyKey == "k")
    #expect(mock.ledger.first?.requestCount == 2)
    #expect(mock.requestLog.map(\.isReplayed) == [false, true])
  }

  @Test("A repeated deletion replays instead of responding with 404; the two steps need two keys")
  func deletion() async throws {
    let id = try await mock.createProduct()
    let archive = "/api/products/\(id)/archived"
    let first = await mock.send(.post, archive, json: "{\(secret)}", [.idempotencyKey: "a"])
    let again = await mock.send(.post, archive, json: "{\(secret)}", [.idempotencyKey: "a"])
    #expect(first.text == again.text)
    #expect(again[.contentType] == first[.contentType])
    #expect(await mock.send(.delete, first.text, json: "", [.idempotencyKey: "a"]).status == 422)
    let deleted = await mock.send(.delete, first.text, json: "", [.idempotencyKey: "d"])
    let replay = await mock.send(.delete, first.text + "/", json: "", [.idempotencyKey: "d"])
    #expect(deleted.status == 200)
    #expect(replay.status == 200)
    #expect(replay.body == deleted.body)
    #expect(mock.ledger.count == 2)
  }

  @Test("A body of the same value is the same request, whatever its bytes")
  func sameValue() async throws {
    var other = form
    other.boundary = "another-boundary"
    other.params = try Self.reordered(form.params)
    #expect(other.body != form.body)
    #expect(await create(form).status == 201)
    #expect(await create(other)[try #require(replayed)] == "true")

    let id = try #require(await create(form).json["id"] as? Int)
    let path = "/api/products/\(id)"
    let bodies = [
      "{\(secret),\"stock\":1,\"price\":6e4}", "{ \"price\" : 60000.0, \"stock\" : 1.0, \(secret) }\n",
    ]
    for body in bodies {
      #expect(await mock.send(.patch, path, json: body, [.idempotencyKey: "p"]).status == 202)
    }
    #expect(mock.ledger.count == 2)
  }

  private static func reordered(_ json: String) throws -> String {
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let data = try JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted, .sortedKeys])
    return String(decoding: data, as: UTF8.self)
  }

  @Test("The same key for something else is 422")
  func mismatch() async throws {
    let created = await create(form)
    let id = try #require(created.json["id"] as? Int)
    var images = form
    images.images = [ProductForm.png]
    var order = form
    order.images = [ProductForm.jpeg, ProductForm.png]
    var reverse = form
    reverse.images = [ProductForm.png, ProductForm.jpeg]
    #expect(await create(form.with("price", "1")).status == 422)
    #expect(await create(images).status == 422)
    #expect(await create(order, key: "o").status == 201)
    #expect(await create(reverse, key: "o").status == 422)
    let patch = await mock.send(.patch, "/api/products/\(id)", json: "{\(secret)}", [.idempotencyKey: "k"])
    #expect(patch.status == 422)
    #expect(
      await mock.send(.post, "/api/products", form.fields(key: "k"), body: Data("rubbish".utf8)).status == 422
    )
    #expect(mock.ledger.count == 2)
  }

  @Test("A key belongs to one identifier")
  func scope() async {
    let foreign = form.with("secret", "\"\(MarketplaceMock.Vendor.other.secret)\"")
    #expect(await create(form).status == 201)
    #expect(await create(foreign, .other).status == 201)
    #expect(mock.ledger.map(\.vendorID) == [7, 8])
    #expect(mock.ledger.map(\.requestCount) == [1, 1])
  }

  @Test("Failed checks store nothing: the corrected request may use the key")
  func failedChecks() async {
    #expect(await create(form.with("name", "\"x\"")).status == 400)
    #expect(await create(form.with("secret", "\"x\"")).status == 403)
    #expect(await create(form).status == 201)
    #expect(mock.ledger.first?.requestCount == 3)
  }

  @Test(
    "Keys are 1 to 255 visible ASCII characters",
    arguments: [
      ("", 400), ("a b", 400), ("é", 400), (String(repeating: "k", count: 256), 400),
      (String(repeating: "k", count: 255), 201), ("!~", 201),
    ])
  func syntax(key: String, status: Int) async {
    #expect(await create(form, key: key).status == status)
  }

  @Test("An unknown identifier comes before a bad key, a bad key before an unknown product")
  func order() async {
    let path = "/api/products/99"
    let nobody: HTTPFields = [.idempotencyKey: "a b", .identifier: "x"]
    #expect(await mock.send(.patch, path, json: "{}", nobody).status == 401)
    #expect(await mock.send(.patch, path, json: "{}", [.idempotencyKey: "a b"]).status == 400)
  }

  @Test("A key is kept for 24 hours of the market's clock")
  func lifetime() async throws {
    _ = await create(form)
    mock.advanceClock(by: .seconds(86_399))
    #expect(await create(form)[try #require(replayed)] == "true")
    mock.advanceClock(by: .seconds(1))
    #expect(await create(form)[try #require(replayed)] == nil)
    #expect(mock.ledger.count == 2)
  }

  @Test("Among many keys, those that have ended are forgotten, and no others")
  func pruning() {
    var records = IdempotencyRecords()
    func scope(_ number: Int) -> IdempotencyRecords.Scope { .init(identifier: "i", key: "\(number)") }
    func known(_ numbers: Range<Int>) -> [Int] {
      numbers.filter { records.requestCount(scope($0)) != nil }
    }
    let day = IdempotencyRecords.lifetime
    for number in 0..<1_500 {
      if number == 600 { clock.advance(by: .seconds(day / 2)) }
      records.noteRequest(scope(number), now: clock.date)
    }
    #expect(known(0..<1_500).count == 1_500, "as long as all live, none goes")
    records.noteRequest(scope(3), now: clock.date)
    #expect(records.requestCount(scope(3)) == 2)
    clock.advance(by: .seconds(day / 2))
    for number in 1_500..<2_500 { records.noteRequest(scope(number), now: clock.date) }
    #expect(known(0..<2_500) == Array(600..<2_500), "the first have ended, the others have half a day left")
    clock.advance(by: .seconds(day))
    for number in 2_500..<5_000 { records.noteRequest(scope(number), now: clock.date) }
    #expect(known(0..<5_000) == Array(2_500..<5_000))
    records.noteRequest(scope(3), now: clock.date)
    #expect(records.requestCount(scope(3)) == 1, "it counts from the beginning")
  }

  @Test("While the first request runs, a repeat is 409 with Retry-After; another body is 422")
  func running() async throws {
    mock.addFault(Fault(.delay(.seconds(3)), phase: .after))
    #expect(await create(form).delay == .seconds(3))
    let busy = await create(form)
    #expect(busy.status == 409)
    #expect(busy[.retryAfter] == "1")
    #expect(await create(form.with("stock", "2")).status == 422)
    clock.advance(by: .seconds(3))
    #expect(await create(form)[try #require(replayed)] == "true")
    #expect(mock.ledger.count == 1)
  }

  @Test("A 5xx after execution is stored and replayed")
  func injectedFailure() async throws {
    mock.addFault(Fault(.status(500), phase: .after))
    #expect(await create(form).status == 500)
    let repeated = await create(form)
    #expect(repeated.status == 500)
    #expect(repeated[try #require(replayed)] == "true")
    #expect(mock.ledger.count == 1)
  }

  @Test("A 5xx after execution is not stored when a check failed")
  func injectedFailureOfRefused() async {
    mock.addFault(Fault(.status(500), phase: .after))
    #expect(await create(form.with("name", "\"x\"")).status == 500)
    #expect(await create(form).status == 201)
  }

  @Test("A fault before execution stores nothing", arguments: [Fault.Action.status(503), .disconnect, .hang])
  func faultBefore(action: Fault.Action) async throws {
    mock.addFault(Fault(action))
    _ = await create(form)
    #expect(mock.ledger.isEmpty)
    let second = await create(form)
    #expect(second.status == 201)
    #expect(second[try #require(replayed)] == nil)
    #expect(mock.ledger.first?.requestCount == 2)
  }

  @Test("The true response is replayed when the first connection broke after execution")
  func brokenConnection() async throws {
    mock.addFault(Fault(.disconnect, phase: .after))
    #expect(await create(form).delivery == .reset)
    let second = await create(form)
    #expect(second.status == 201)
    #expect(second.delivery == .normal)
    #expect(second[try #require(replayed)] == "true")
    #expect(mock.ledger.count == 1)
  }

  @Test("Switched off, keys have no effect, but the ledger still shows them")
  func switchedOff() async {
    let mock = MarketplaceMock {
      $0.productCount = 0
      $0.honoursIdempotencyKeys = false
    }
    for _ in 1...2 {
      _ = await mock.send(.post, "/api/products", form.fields(key: "k k"), body: form.body)
    }
    #expect(mock.ledger.map(\.idempotencyKey) == ["k k", "k k"])
    #expect(mock.ledger.map(\.requestCount) == [2, 2])
  }

  @Test("A key on a GET means nothing")
  func reading() async {
    #expect(await mock.send(.get, "/api/products", [.idempotencyKey: "not a key"]).status == 200)
  }
}
