// swift-tools-version: 6.2
import Foundation
import PackageDescription

// Nested, so that nothing here reaches the users of the libraries. The benchmarks are compiled as a part of the package above all
// the same (`packageAccess` is off, the name of that one given), so that they see what its modules share: SwiftPM names a package
// after its folder.
let parent = (#filePath.split(separator: "/").dropLast(2).last ?? "").lowercased()
var parentName = parent.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
if parentName.first?.isNumber ?? false { parentName = "_" + parentName.dropFirst() }

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  // Takes minutes to build, and only the benchmark of the client measures it.
  traits: [.trait(name: "AsyncHTTPClient")],
  dependencies: [
    .package(
      name: "swift-openmarket", path: "..",
      traits: [
        .defaults, "WebP", .trait(name: "AsyncHTTPClient", condition: .when(traits: ["AsyncHTTPClient"])),
      ]),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
    // Only with the trait: the least that the transport over it can cost.
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    // For the bare SQLite below it, which the store is compared with.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(name: "Measuring"),
    .executableTarget(
      name: "ClientBenchmark",
      dependencies: [
        "CAllocationCounter", "Measuring", .product(name: "OpenMarketAPI", package: "swift-openmarket"),
        .product(name: "OpenMarketHTTP", package: "swift-openmarket"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(
          name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["AsyncHTTPClient"])
        ),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
      ], packageAccess: false),
    .executableTarget(
      name: "FleetBenchmark",
      dependencies: [
        .product(name: "OpenMarket", package: "swift-openmarket"),
        .product(name: "OpenMarketAPI", package: "swift-openmarket"),
        .product(name: "OpenMarketHTTP", package: "swift-openmarket"),
        .product(name: "OpenMarketPacing", package: "swift-openmarket"),
      ], packageAccess: false),
    .executableTarget(
      name: "ImageBenchmark",
      dependencies: [.product(name: "OpenMarketImages", package: "swift-openmarket")], packageAccess: false),
    .executableTarget(
      name: "ImageCacheBenchmark",
      dependencies: [
        "Measuring", .product(name: "OpenMarketHTTP", package: "swift-openmarket"),
        .product(name: "OpenMarketImages", package: "swift-openmarket"),
        .product(name: "OpenMarketMock", package: "swift-openmarket"),
        .product(name: "OpenMarketPacing", package: "swift-openmarket"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ], packageAccess: false),
    .target(name: "CAllocationCounter"),
    .executableTarget(
      name: "OutboxBenchmark",
      dependencies: [
        "Measuring", .product(name: "OpenMarket", package: "swift-openmarket"),
        .product(name: "OpenMarketHTTP", package: "swift-openmarket"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ], packageAccess: false),
    .executableTarget(
      name: "PacingBenchmark",
      dependencies: [
        "CAllocationCounter", "Measuring",
        .product(name: "OpenMarketPacing", package: "swift-openmarket"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ], packageAccess: false),
    .executableTarget(
      name: "ReadingBenchmark",
      dependencies: [
        "Measuring", .product(name: "OpenMarket", package: "swift-openmarket"),
        .product(name: "OpenMarketHTTP", package: "swift-openmarket"),
        .product(name: "OpenMarketMock", package: "swift-openmarket"),
      ], packageAccess: false),
    .executableTarget(
      name: "SearchBenchmark",
      dependencies: [
        "Measuring", .product(name: "OpenMarket", package: "swift-openmarket"),
        .product(name: "OpenMarketMock", package: "swift-openmarket"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ], packageAccess: false),
    .executableTarget(
      name: "StoreBenchmark",
      dependencies: [
        "Measuring", .product(name: "OpenMarket", package: "swift-openmarket"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ], packageAccess: false),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "CAllocationCounter" {
  target.swiftSettings = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]  // SE-0461
  if !target.packageAccess { target.swiftSettings?.append(.unsafeFlags(["-package-name", parentName])) }
}
