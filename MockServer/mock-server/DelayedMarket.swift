import HTTPTypes
import OpenMarketMock

/// A market as far away as `latency` says; its control plane stays near.
struct DelayedMarket: MockHandler {
  let market: MarketplaceMock
  let latency: Duration

  func handle(_ request: MockRequest) async -> MockResponse {
    var response = await market.handle(request)
    if request.head.path?.hasPrefix("/__mock/") != true { response.delay += latency }
    return response
  }
}
