// swift-tools-version: 6.2
import PackageDescription

// Outside the consumer's graph: what only benchmarks need is fetched here alone.
let package = Package(
  name: "MockServerBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-openmarket", path: "../.."),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.86.0"),
  ],
  targets: [
    // swift-nio alone, as its own HTTP/1 example server does it: what our adapter is compared with.
    .executableTarget(
      name: "nio-baseline",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    // Our adapter with a handler that only returns a body.
    .executableTarget(
      name: "adapter-baseline",
      dependencies: [
        "MockServerNIO",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "OpenMarketMock", package: "swift-openmarket"),
      ]),
    // The adapter is no product, so that no consumer fetches swift-nio; here its sources are linked in.
    .target(
      name: "MockServerNIO",
      dependencies: [
        .product(name: "OpenMarketMock", package: "swift-openmarket"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
