import Foundation
import MockServerNIO
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

@Suite("Scenarios", .timeLimit(.minutes(10)))
struct ScenarioTests {
  private func market(_ scenario: Scenario) -> (MarketplaceMock, ScenarioTime) {
    let time = ScenarioTime()
    let mock = MarketplaceMock {
      $0.productCount = 3
      $0.honoursIdempotencyKeys = scenario.market.keys
      $0.time.date = { time.now }
    }
    return (mock, time)
  }

  @Test("each ends as it must, in memory", arguments: Scenario.all)
  func inMemory(_ scenario: Scenario) async throws {
    let (mock, time) = market(scenario)
    let run = try ScenarioRun(
      scenario, mock: mock, time: time, server: #require(URL(string: "http://market.test")),
      transport: MockTransport(mock))
    let violations = try await run.play()
    #expect(violations == [])
  }

  @Test("each ends as it must, over a socket", arguments: Scenario.all)
  func overSockets(_ scenario: Scenario) async throws {
    let (mock, time) = market(scenario)
    let server = try await MockServer.start(handler: mock)
    let run = try ScenarioRun(
      scenario, mock: mock, time: time, server: server.url, transport: URLSessionTransport())
    do {
      let violations = try await run.play()
      #expect(violations == [])
    } catch { Issue.record(error) }
    try await server.stop()
  }

  @Test("there are hundreds of them, each of the documented form and with a name of its own")
  func forms() throws {
    let document = try OpenAPIDocument.ofRepository()
    var names: Set<String> = []
    for file in try #require(
      FileManager.default.enumerator(at: Scenario.folder, includingPropertiesForKeys: nil))
    {
      guard let file = file as? URL, file.pathExtension == "json" else { continue }
      let value = try JSONValue(json: Data(contentsOf: file))
      for scenario in value.elements.isEmpty ? [value] : value.elements {
        let violations = try document.violations(of: scenario, againstFile: "json/scenario.schema.json")
        let name = try #require(scenario["name"]?.string)
        #expect(violations == [], "\(name)")
        #expect(names.insert(name).inserted, "\(name)")
      }
    }
    #expect(names.count >= 300)
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
