// swift-tools-version: 6.2
import PackageDescription

// Nested, so that nothing here reaches the users of the libraries.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-openmarket", path: "..")],
  targets: [
    .target(name: "Measuring"),
    .executableTarget(
      name: "ClientBenchmark",
      dependencies: ["Measuring", .product(name: "OpenMarketAPI", package: "swift-openmarket")]),
  ],
  swiftLanguageModes: [.v6]
)
