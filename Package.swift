// swift-tools-version: 6.2
import Foundation
import PackageDescription

let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let asyncHTTPClient: [Target.Dependency] = [
  ("AsyncHTTPClient", "async-http-client"), ("NIOCore", "swift-nio"), ("NIOHTTP1", "swift-nio"),
  ("NIOHTTP2", "swift-nio-http2"), ("NIOHTTPCompression", "swift-nio-extras"), ("NIOPosix", "swift-nio"),
  ("NIOSSL", "swift-nio-ssl"),
].map { .product(name: $0.0, package: $0.1, condition: .when(traits: ["AsyncHTTPClient"])) }

// What the App Store asks of libraries. Elsewhere it would be an unused folder beside each program.
#if canImport(Darwin)
  let privacy: (resources: [Resource], exclude: [String]) = ([.copy("PrivacyInfo.xcprivacy")], [])
#else
  let privacy: (resources: [Resource], exclude: [String]) = ([], ["PrivacyInfo.xcprivacy"])
#endif

let package = Package(
  name: "swift-openmarket",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "OpenMarketPacing", targets: ["OpenMarketPacing"]),
    .library(name: "OpenMarketHTTP", targets: ["OpenMarketHTTP"]),
    .library(name: "OpenMarketAPI", targets: ["OpenMarketAPI"]),
    .library(name: "OpenMarketImages", targets: ["OpenMarketImages"]),
    .library(name: "OpenMarket", targets: ["OpenMarket"]),
    // For SwiftUI and Combine; empty elsewhere.
    .library(name: "OpenMarketUI", targets: ["OpenMarketUI"]),
    .library(name: "OpenMarketMock", targets: ["OpenMarketMock"]),
    // The executables are deliberately not products: SwiftPM then prunes swift-nio and
    // swift-argument-parser from every consumer (scripts/check-consumer proves it), and
    // `swift run market` still finds them in this clone.
  ],
  traits: [
    // Who needs no store says `traits: []`, and GRDB is not even fetched (scripts/check-consumer proves it).
    .default(enabledTraits: ["Store", "Images"]),
    .trait(name: "Store", description: "What OpenMarketStore and OpenMarket need: SQLite through GRDB."),
    // Without, OpenMarket does not link OpenMarketImages: no system codecs on Linux, and no `market.images`.
    .trait(
      name: "Images",
      description:
        "Photos in OpenMarket; on Linux they need libjpeg-turbo, libpng, zlib and Little CMS with headers."),
    .trait(
      name: "WebP", description: "Decode WebP on Linux; needs libwebp and its headers (libwebp-dev).",
      enabledTraits: ["Images"]),
    .trait(
      name: "AsyncHTTPClient",
      description:
        "A second transport, for Linux: AsyncHTTPClient with swift-nio, which take minutes to build."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    // Earlier ones do not link on Linux, and have races of cancelled tasks.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // Only with the trait AsyncHTTPClient, as is swift-nio in products.
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
    // Below: executables and tests only, never fetched by consumers.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .target(name: "OpenMarketPacing"),
    .target(
      name: "OpenMarketHTTP",
      dependencies: [
        "OpenMarketPacing",
        httpTypes,
        logging,
      ] + asyncHTTPClient, exclude: privacy.exclude, resources: privacy.resources),
    .target(
      name: "OpenMarketAPI", dependencies: ["OpenMarketHTTP", "OpenMarketPacing", httpTypes],
      exclude: privacy.exclude, resources: privacy.resources),
    // Over the system's libjpeg-turbo, libpng, zlib and Little CMS; compiles to nothing but on Linux.
    .target(
      name: "COpenMarketCodecs",
      cSettings: [.define("OPENMARKET_WEBP", .when(platforms: [.linux], traits: ["WebP"]))],
      linkerSettings: [
        .linkedLibrary("jpeg", .when(platforms: [.linux])),
        .linkedLibrary("png16", .when(platforms: [.linux])),
        .linkedLibrary("z", .when(platforms: [.linux])),
        .linkedLibrary("lcms2", .when(platforms: [.linux])),
        .linkedLibrary("webp", .when(platforms: [.linux], traits: ["WebP"])),
      ]),
    .target(
      name: "OpenMarketImages",
      dependencies: [
        "COpenMarketCodecs", "OpenMarketHTTP", "OpenMarketPacing",
        httpTypes,
      ], exclude: privacy.exclude, resources: privacy.resources),
    .target(name: "COpenMarketWords", exclude: ["Equivalents"]),
    .target(
      name: "OpenMarketStore",
      dependencies: [
        "COpenMarketWords", "OpenMarketAPI", "OpenMarketHTTP", "OpenMarketPacing",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Store"])),
        .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["Store"])),
        httpTypes,
      ], exclude: privacy.exclude, resources: privacy.resources),
    .target(
      name: "OpenMarket",
      dependencies: [
        "OpenMarketAPI", "OpenMarketHTTP", "OpenMarketPacing", "OpenMarketStore",
        .target(name: "OpenMarketImages", condition: .when(traits: ["Images"])),
        httpTypes,
      ], exclude: privacy.exclude, resources: privacy.resources),
    .target(
      name: "OpenMarketUI",
      dependencies: [
        "OpenMarket", "OpenMarketPacing",
        .target(name: "OpenMarketImages", condition: .when(traits: ["Images"])),
      ]),
    .executableTarget(
      name: "market",
      dependencies: [
        "OpenMarket", "OpenMarketAPI", "OpenMarketHTTP", "OpenMarketImages", "OpenMarketPacing",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    .target(
      name: "OpenMarketMock",
      dependencies: [
        "CMarketWords", "OpenMarketAPI", "OpenMarketHTTP", "OpenMarketPacing", httpTypes,
        // For previews of screens, which have a market of their own.
        .target(name: "OpenMarket", condition: .when(traits: ["Store"])),
      ],
      path: "MockServer/OpenMarketMock"),
    .target(name: "CMarketWords", path: "MockServer/CMarketWords", exclude: ["Words"]),
    .target(
      name: "MockServerNIO",
      dependencies: [
        "OpenMarketMock", httpTypes,
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      path: "MockServer/MockServerNIO"),
    // The page for a browser; in no product, so that it is in no app's tests.
    .target(name: "CConsolePage", path: "MockServer/CConsolePage", exclude: ["Page"]),
    .target(
      name: "MockConsole", dependencies: ["CConsolePage", "OpenMarketMock", httpTypes],
      path: "MockServer/MockConsole"),
    .executableTarget(
      name: "mock-server",
      dependencies: [
        "MockConsole", "MockServerNIO", "OpenMarket", "OpenMarketHTTP", "OpenMarketMock", httpTypes,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "MockServer/mock-server"),

    .executableTarget(
      name: "transfer-probe",
      dependencies: ["OpenMarketHTTP", "OpenMarketPacing", httpTypes],
      path: "Tests/TransferProbe"),
    .executableTarget(
      name: "pacing-stress", dependencies: ["OpenMarketPacing"], path: "Tests/PacingStress"),
    .executableTarget(
      name: "store-probe",
      dependencies: [
        "CKillAtWrite", "OpenMarketAPI", "OpenMarketHTTP", "OpenMarketPacing", "OpenMarketStore",
      ],
      path: "Tests/StoreProbe"),
    .executableTarget(
      name: "market-probe",
      dependencies: ["OpenMarket"],
      path: "Tests/MarketProbe"),
    .executableTarget(
      name: "secret-probe", dependencies: ["OpenMarket", "OpenMarketHTTP"], path: "Tests/SecretProbe"),
    .target(
      name: "SellingTrials",
      dependencies: [
        "OpenMarket", "OpenMarketHTTP", "OpenMarketMock", "OpenMarketPacing", "OpenMarketTestSupport",
        httpTypes,
      ], path: "Tests/SellingTrials"),
    .target(name: "CKillAtWrite", path: "Tests/CKillAtWrite"),
    .executableTarget(
      name: "selling-probe", dependencies: ["CKillAtWrite", "OpenMarket", "SellingTrials"],
      path: "Tests/SellingProbe"),
    .executableTarget(name: "image-probe", dependencies: ["OpenMarketImages"], path: "Tests/ImageProbe"),
    .target(
      name: "OpenMarketTestSupport",
      dependencies: [
        "OpenMarketHTTP", "OpenMarketPacing", httpTypes,
        .product(name: "Yams", package: "Yams"),
      ],
      path: "Tests/OpenMarketTestSupport"),
    .testTarget(
      name: "OpenMarketPacingTests",
      dependencies: [
        "OpenMarketMock", "OpenMarketPacing", "OpenMarketTestSupport", "pacing-stress",
        .product(name: "OpenCombine", package: "OpenCombine"),
      ]),
    .testTarget(
      name: "OpenMarketHTTPTests",
      dependencies: [
        "MockServerNIO", "OpenMarketHTTP", "OpenMarketMock", "OpenMarketPacing", "OpenMarketTestSupport",
        "transfer-probe", httpTypes, logging,
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        asyncHTTPClient[0],
      ]),
    .testTarget(
      name: "OpenMarketAPITests",
      dependencies: [
        "MockServerNIO", "OpenMarketAPI", "OpenMarketHTTP", "OpenMarketMock", "OpenMarketPacing",
        "OpenMarketTestSupport", httpTypes, logging,
      ]),
    .testTarget(
      name: "OpenMarketMockTests",
      dependencies: [
        "MockConsole", "MockServerNIO", "OpenMarket", "OpenMarketAPI", "OpenMarketHTTP", "OpenMarketMock",
        "OpenMarketPacing", "OpenMarketTestSupport", "mock-server", httpTypes,
      ]),
    .testTarget(
      name: "OpenMarketStoreTests",
      dependencies: [
        "OpenMarketAPI", "OpenMarketHTTP", "OpenMarketMock", "OpenMarketPacing", "OpenMarketStore",
        "OpenMarketTestSupport", "store-probe",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Store"])),
        .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["Store"])),
        httpTypes,
      ], exclude: ["Fixtures"]),
    .target(
      name: "CImageSamples",
      path: "Tests/CImageSamples",
      cSettings: [.define("OPENMARKET_WEBP", .when(platforms: [.linux], traits: ["WebP"]))],
      linkerSettings: [
        .linkedLibrary("jpeg", .when(platforms: [.linux])),
        .linkedLibrary("webp", .when(platforms: [.linux], traits: ["WebP"])),
      ]),
    .testTarget(
      name: "OpenMarketImagesTests",
      dependencies: [
        "CImageSamples", "MockServerNIO", "OpenMarketHTTP", "OpenMarketImages", "OpenMarketMock",
        "OpenMarketPacing", "OpenMarketTestSupport", "image-probe", httpTypes,
      ]),
    .testTarget(
      name: "OpenMarketTests",
      dependencies: [
        "MockServerNIO", "OpenMarket", "OpenMarketAPI", "OpenMarketHTTP", "OpenMarketMock",
        "OpenMarketPacing",
        "OpenMarketStore", "OpenMarketTestSupport", "SellingTrials", "market-probe", "selling-probe",
        httpTypes,
      ]),
    .testTarget(
      name: "ContractTests",
      dependencies: ["OpenMarketAPI", "OpenMarketHTTP", "OpenMarketMock", "OpenMarketTestSupport", httpTypes]),
    .testTarget(
      name: "MarketCommandTests",
      dependencies: [
        "MockServerNIO", "OpenMarket", "OpenMarketAPI", "OpenMarketHTTP", "OpenMarketImages",
        "OpenMarketMock",
        "OpenMarketTestSupport", "market", "mock-server", "secret-probe", httpTypes, logging,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// `scripts/sanitize` builds only what the tests that it runs need.
if let suites = ProcessInfo.processInfo.environment["OPENMARKET_TEST_SUITES"]?.split(separator: "|") {
  var needed: Set<String> = []
  func add(_ name: String) {
    guard let target = package.targets.first(where: { $0.name == name }), needed.insert(name).inserted else {
      return
    }
    for case .byNameItem(let dependency, _) in target.dependencies { add(dependency) }
    for case .targetItem(let dependency, _) in target.dependencies { add(dependency) }
  }
  for suite in suites { add(String(suite)) }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = []
}

for target in package.targets {
  var settings = target.swiftSettings ?? []
  settings += [
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
    .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
    .enableUpcomingFeature("ImmutableWeakCaptures"),  // SE-0481
    .strictMemorySafety(),  // SE-0458
  ]
  if ProcessInfo.processInfo.environment["OPENMARKET_WARNINGS_AS_ERRORS"] == "1" {
    settings.append(.treatAllWarnings(as: .error))  // SE-0443, what CI builds with
  }
  // What they test is optimised. The macros of their assertions would take most of the whole build to optimise; where
  // tests compute pictures themselves it is worth it.
  if target.type == .test, target.name != "OpenMarketImagesTests" {
    settings.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
  }
  target.swiftSettings = settings
}
