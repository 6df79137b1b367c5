// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "FirstApp",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-openmarket", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "FirstApp",
      dependencies: [.product(name: "OpenMarket", package: "swift-openmarket")]),
    .testTarget(
      name: "FirstAppTests",
      dependencies: ["FirstApp", .product(name: "OpenMarketMock", package: "swift-openmarket")]),
  ]
)
