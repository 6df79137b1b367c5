// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "BrowseMarket",
  platforms: [.macOS(.v15)],
  dependencies: [
    // In your app: .package(url: "https://github.com/…/swift-openmarket", from: "0.1.0", traits: [])
    // Without traits there is no store, and nothing of SQLite is fetched.
    .package(name: "swift-openmarket", path: "../..", traits: [])
  ],
  targets: [
    .executableTarget(
      name: "BrowseMarket",
      dependencies: [.product(name: "OpenMarketAPI", package: "swift-openmarket")]),
    .testTarget(
      name: "BrowseMarketTests",
      dependencies: [
        .product(name: "OpenMarketAPI", package: "swift-openmarket"),
        .product(name: "OpenMarketMock", package: "swift-openmarket"),
      ]),
  ]
)
