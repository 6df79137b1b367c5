import Foundation
import OpenMarket

/// Sells, also while the server cannot be reached: what is left is sent by the next run.
///
/// `SellOffline URL IDENTIFIER` sends pending writes; `SellOffline URL IDENTIFIER NAME PRICE [PHOTO…]` lists something
/// before. The secret is the first line of standard input, where no other program sees it.
@main
enum SellOffline {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 2 || arguments.count >= 4, let server = URL(string: arguments[0]) else {
      print("usage: SellOffline URL IDENTIFIER [NAME PRICE [PHOTO…]] <secret")
      exit(64)
    }
    let credentials = try VendorCredentials(identifier: arguments[1], secret: readLine() ?? "")
    let market = try Marketplace(server: server) {
      $0.credentials = credentials
      $0.outbox.maxDelay = .seconds(2)
    }
    if arguments.count >= 4 { await sell(Array(arguments.dropFirst(2)), at: market) }

    let unsent = try await market.outbox.flush(timeout: .seconds(10))
    for submission in unsent { print("waits:", describe(submission)) }
    if unsent.isEmpty { print("everything is on the server") }
    let page = try? await market.products(size: 3, policy: .networkFirst)
    for product in page?.products ?? [] {
      print("listed:", product.id, product.name)
    }
    try await market.close()
  }

  private static func sell(_ arguments: [String], at market: Marketplace) async {
    let draft = NewListing(
      name: arguments[0], description: "두 번 사용한 깨끗한 물건입니다.", price: Decimal(string: arguments[1]) ?? -1)
    do {
      let photos = arguments.dropFirst(2).map { PhotoUpload(contentsOf: URL(filePath: $0)) }
      let listing = try await market.sell(draft, photos: photos.isEmpty ? [drawing()] : photos)
      print("safe on this device:", listing.id, draft.name)
    } catch {
      print("not kept:", error)
      exit(65)
    }
  }

  /// A photo for those who have none at hand.
  private static func drawing() throws -> PhotoUpload {
    let (width, height) = (320, 240)
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { pixels += [UInt8(x * 255 / width), UInt8(y * 255 / height), 160] }
    }
    let image = try DecodedImage(width: width, height: height, bytes: pixels)
    return PhotoUpload(try image.encoded(as: .jpeg(quality: 85)), fileName: "drawing.jpg")
  }

  private static func describe(_ submission: Submission) -> String {
    switch submission.state {
    case .refused(let failure), .unauthorized(let failure), .waiting(_, let failure): failure.message
    case .question(let failure, _): "was it listed? \(failure.message)"
    case .conflict: "the listing has changed on the server meanwhile"
    default: "its turn has not come"
    }
  }
}
