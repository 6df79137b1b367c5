import Foundation
import OpenMarket
import OpenMarketMock
import Testing

@Test("the app copes with what was clicked together in the console")
func clickedTogether() async throws {
  let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
  defer { try? FileManager.default.removeItem(at: folder) }
  let server = try #require(URL(string: "http://market.test"))
  let clock = ManualClock(date: Date(timeIntervalSince1970: 1_710_115_200))
  let mock = MarketplaceMock {
    $0.productCount = 500
    $0.seed = 9
    $0.use(clock)
  }
  let vendor = MarketplaceMock.Vendor.sample
  let market = try Marketplace(server: server, folder: folder) {
    $0.transport = mock
    $0.credentials = try VendorCredentials(identifier: vendor.identifier, secret: vendor.secret)
    $0.http.use(clock)
  }

  mock.addFault(Fault(.disconnect, on: .post, "/api/products", phase: .after))
  mock.addFault(Fault(.status(429, retryAfter: .seconds(2)), on: .patch, times: 3))
  mock.addFault(Fault(.delay(.seconds(2))))
  mock.setFaultPlan(
    FaultPlan(seed: 7) {
      $0.dropBefore = 0.12
      $0.dropAfter = 0.12
      $0.delay = 0.06
      $0.truncate = 0.06
      $0.garbage = 0.04
      $0.status = 0.1
      $0.limit = 20
    })
  clock.advance(by: .seconds(3_600))

  // Here: what the app does with `market`.

  try await market.close()
}
