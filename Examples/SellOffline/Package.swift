// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "SellOffline",
  platforms: [.macOS(.v15)],
  dependencies: [
    // In your app: .package(url: "https://github.com/…/swift-openmarket", from: "0.1.0")
    .package(name: "swift-openmarket", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "SellOffline",
      dependencies: [.product(name: "OpenMarket", package: "swift-openmarket")])
  ]
)
