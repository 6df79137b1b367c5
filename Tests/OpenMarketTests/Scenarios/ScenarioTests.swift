import Foundation
import MockServerNIO
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@Suite("Scenarios", .timeLimit(.minutes(10)))
struct ScenarioTests {
  /// Files are played in portions, so that there is a test for some of them and not a thousand.
  static let portions: [[URL]] = {
    let files = Scenario.files()
    return stride(from: 0, to: files.count, by: 32).map { Array(files[$0..<min($0 + 32, files.count)]) }
  }()

  private func market(_ scenario: Scenario) -> (MarketplaceMock, ScenarioTime) {
    let time = ScenarioTime()
    let mock = MarketplaceMock {
      $0.productCount = 3
      $0.honoursIdempotencyKeys = scenario.market.keys
      $0.now = { time.now }
    }
    return (mock, time)
  }

  private func report(_ file: URL, _ violations: [String]) {
    for violation in violations { Issue.record("\(file.lastPathComponent): \(violation)") }
  }

  @Test("each ends as it must, in memory", arguments: portions.indices)
  func inMemory(portion: Int) async throws {
    for file in Self.portions[portion] {
      let scenario = try Scenario(file: file)
      let (mock, time) = market(scenario)
      let run = try ScenarioRun(
        scenario, mock: mock, time: time, server: #require(URL(string: "http://market.test")),
        transport: MockTransport(mock))
      do { report(file, try await run.play()) } catch { report(file, ["\(error)"]) }
    }
  }

  @Test("each ends as it must, over a socket", arguments: portions.indices)
  func overSockets(portion: Int) async throws {
    for file in Self.portions[portion] {
      let scenario = try Scenario(file: file)
      let (mock, time) = market(scenario)
      let server = try await MockServer.start(handler: mock)
      do {
        let run = try ScenarioRun(
          scenario, mock: mock, time: time, server: server.url, transport: URLSessionTransport())
        report(file, try await run.play())
      } catch { report(file, ["\(error)"]) }
      try await server.stop()
    }
  }

  @Test("there are hundreds of them, each of the documented form and with a name of its own")
  func files() throws {
    let files = Scenario.files()
    #expect(files.count >= 300)
    let document = try OpenAPIDocument.ofRepository()
    var names: Set<String> = []
    for file in files {
      let value = try JSONValue(json: Data(contentsOf: file))
      let violations = try document.violations(of: value, againstFile: "json/scenario.schema.json")
      #expect(violations == [], "\(file.lastPathComponent)")
      names.insert(value["name"]?.string ?? "")
    }
    #expect(names.count == files.count)
  }

  @Test("a wrong end is noticed: effects, states and products")
  func noticed() async throws {
    let text = #"""
      {"name":"x","market":{"keys":true},
       "steps":[{"do":"sell","listing":"chair","price":45000},{"do":"send"}],
       "expect":{"ledger":[],"submissions":["refused"],"products":{"chair":{"price":1}}}}
      """#
    let scenario = try JSONDecoder().decode(Scenario.self, from: Data(text.utf8))
    let (mock, time) = market(scenario)
    let run = try ScenarioRun(
      scenario, mock: mock, time: time, server: #require(URL(string: "http://market.test")),
      transport: MockTransport(mock))
    #expect(try await run.play().count == 3)
  }
}
