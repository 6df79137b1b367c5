import Foundation
import OpenMarket

@main
enum FirstApp {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let server = arguments.first.flatMap(URL.init(string:)) else {
      print("usage: FirstApp URL [TEXT]")
      return
    }
    let market = try Marketplace(server: server) { $0.http.rateLimit = .perSecond(20) }
    let shop = Shop(market: market)
    let lines = arguments.count > 1 ? try await shop.search(arguments[1]) : try await shop.newest()
    for line in lines { print(line) }
    try await market.close()
  }
}
