import Foundation

/// Benchmarks of the image caches and of loading at display size.
///
/// ```
/// ImageCacheBenchmark hits              memory cache: time of a hit, by the number of entries
/// ImageCacheBenchmark disk              disk cache: the first store, and reading 10,000 entries
/// ImageCacheBenchmark photos MODE       1,336 photos kept at 184×138: `full`, `resized` or `loader`
/// ```
@main enum ImageCacheBenchmark {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "hits": try measureHits()
    case "disk": try measureDisk()
    case "photos" where arguments.count == 2: try await PhotoExperiment(mode: arguments[1]).run()
    default:
      try measureHits()
      try measureDisk()
      for mode in ["full", "resized", "loader"] {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = ["photos", mode]
        try process.run()
        process.waitUntilExit()
      }
    }
  }
}
