public import Foundation
public import OpenMarket
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport

/// What `selling-probe sell` does, and what is to be found after it was killed.
public enum KilledSale {
  /// What is listed.
  public static let draft = NewListing(
    name: "접이식 캠핑 의자", description: "두 번 사용한 깨끗한 의자입니다.", price: 45_000)
  /// Its photo.
  public static let photo = PhotoUpload(SamplePhoto.pixel)
  /// What is changed later.
  public static let changes = ProductChanges(price: 40_000)

  /// Opens the market as the sample vendor; nothing is sent yet.
  public static func open(
    folder: URL, server: URL, honoursKeys: Bool, later seconds: TimeInterval = 0
  ) throws -> Marketplace {
    try Marketplace(server: server, folder: folder) { configuration in
      configuration.serverHonoursIdempotencyKeys = honoursKeys
      configuration.outbox.startsByItself = false
      configuration.http.time.date = { Date() + seconds }
      configuration.http.time.uptime = {
        var uptime = Uptime.now
        uptime.elapsed += .seconds(seconds)
        return uptime
      }
      configuration.credentials = try VendorCredentials(
        identifier: MarketplaceMock.Vendor.sample.identifier,
        secret: MarketplaceMock.Vendor.sample.secret)
    }
  }
}
