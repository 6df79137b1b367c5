import Foundation
import HTTPTypes
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// A client of a scripted or mocked server that neither waits between attempts nor keeps responses.
func testClient(
  _ transport: any HTTPTransport, as credentials: (any CredentialsProvider)? = nil, honoursKeys: Bool = false,
  configure: (inout HTTPClient.Configuration) -> Void = { _ in }
) throws -> MarketClient {
  try MarketClient(
    server: #require(URL(string: "http://market.test")), credentials: credentials, transport: transport,
    serverHonoursIdempotencyKeys: honoursKeys
  ) {
    $0.time.jitter = { 0 }
    $0.responseCacheLimit = 0
    configure(&$0)
  }
}

extension CredentialsProvider where Self == VendorCredentials {
  /// The mock's sample vendor.
  static func sample() throws -> VendorCredentials {
    let vendor = MarketplaceMock.Vendor.sample
    return try VendorCredentials(identifier: vendor.identifier, secret: vendor.secret)
  }
}

extension TransportRequest {
  /// The body's JSON object.
  func jsonBody() throws -> [String: String] {
    guard case .data(let data) = body else { return [:] }
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    return object.mapValues { "\($0)" }
  }
}
