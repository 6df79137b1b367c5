import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import Testing

@Suite("Faults by chance")
struct FaultPlanTests {
  /// What becomes of so many requests to each of `paths`, in the order in which they are sent.
  func faults(
    _ plan: FaultPlan, paths: [String] = ["/api/products/1"], count: Int = 400, interleaved: Bool = false
  ) async -> [String: [String]] {
    let mock = MarketplaceMock { $0.productCount = 3 }
    mock.setFaultPlan(plan)
    let order =
      interleaved
      ? (0..<count).flatMap { _ in paths } : paths.flatMap { Array(repeating: $0, count: count) }
    for path in order {
      _ = await mock.handle(
        MockRequest(head: HTTPRequest(method: .get, scheme: "http", authority: "m", path: path)))
    }
    return Dictionary(grouping: mock.requestLog, by: \.target).mapValues { $0.map { $0.fault ?? "" } }
  }

  @Test("the same seed gives the same faults, whatever other requests do; another seed others")
  func reproducible() async {
    let paths = ["/api/products/1", "/api/products/2", "/healthChecker"]
    let first = await faults(.rough(seed: 7), paths: paths)
    #expect(await faults(.rough(seed: 7), paths: paths, interleaved: true) == first)
    #expect(await faults(.rough(seed: 7), paths: [paths[1]])[paths[1]] == first[paths[1]])
    #expect(await faults(.rough(seed: 8), paths: paths) != first)
    #expect(first[paths[0]] != first[paths[1]])
  }

  @Test("each kind of fault comes as often as it should")
  func frequencies() async throws {
    let plan = FaultPlan(seed: 11) {
      $0.dropBefore = 0.2
      $0.status = 0.1
      $0.duplicate = 0.05
    }
    let found = try #require(await faults(plan, count: 4000)["/api/products/1"])
    let counts = Dictionary(grouping: found) { $0 }.mapValues(\.count)
    // Five standard deviations.
    #expect(abs((counts["disconnect"] ?? 0) - 800) < 130, "\(counts)")
    #expect(abs((counts["status"] ?? 0) - 400) < 100, "\(counts)")
    // Both deliveries are in the log.
    #expect(abs((counts["duplicate"] ?? 0) - 400) < 140, "\(counts)")
  }

  @Test("a certain fault strikes always, no probability never")
  func certainty() async throws {
    let always = await faults(FaultPlan(seed: 1) { $0.garbage = 1 }, count: 50)
    #expect(always.values.joined().allSatisfy { $0 == "garbage" })
    let never = await faults(FaultPlan(seed: 1), count: 50)
    #expect(never.values.joined().allSatisfy { $0 == "" })
  }

  @Test("after the limit all goes well, and other requests than those matched are spared")
  func limit() async throws {
    var plan = FaultPlan(seed: 1) { $0.dropAfter = 1 }
    plan.limit = 3
    #expect(await faults(plan, count: 9).values.joined().filter { !$0.isEmpty }.count == 3)
    plan.limit = nil
    plan.match = .init(.post)
    #expect(await faults(plan, count: 9).values.joined().allSatisfy(\.isEmpty))
  }

  @Test("scripted faults strike first, and removing the faults removes the plan")
  func script() async {
    let mock = MarketplaceMock { $0.productCount = 3 }
    mock.setFaultPlan(FaultPlan(seed: 1) { $0.garbage = 1 })
    mock.addFault(Fault(.hang))
    let request = MockRequest(
      head: HTTPRequest(method: .get, scheme: "http", authority: "m", path: "/healthChecker"))
    for _ in 1...2 { _ = await mock.handle(request) }
    mock.removeFaults()
    _ = await mock.handle(request)
    #expect(mock.requestLog.map(\.fault) == ["hang", "garbage", nil])
    #expect(mock.faultPlan == nil)
  }
}
