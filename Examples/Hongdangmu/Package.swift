// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Hongdangmu",
  platforms: [.iOS(.v18), .macOS(.v15)],
  dependencies: [
    .package(name: "swift-openmarket", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "Hongdangmu",
      dependencies: [
        .product(name: "OpenMarket", package: "swift-openmarket"),
        .product(name: "OpenMarketMock", package: "swift-openmarket"),
        .product(name: "OpenMarketUI", package: "swift-openmarket"),
      ],
      // Those of a new project of Xcode 26, to which one adds these files for an iPhone.
      swiftSettings: [
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ])
  ]
)
