import Foundation
import HTTPTypes
import Measuring
import OpenMarketHTTP
import OpenMarketImages
import OpenMarketMock
import OpenMarketPacing

/// A list of 1,336 product photos, all of which it keeps: how much memory and time that takes.
///
/// - `full`: each photo is kept as decoded at its own size.
/// - `resized`: each is decoded at its own size and then made small.
/// - `loader`: each is asked for at the size that is displayed.
struct PhotoExperiment {
  static let count = 1336

  let mode: String

  func run() async throws {
    // 24 different files of 900×672, as a photo that is decoded twice costs as much as two photos.
    let files = try (0..<24).map {
      try SamplePhoto.jpeg(width: 900, height: 672, seed: UInt64($0), quality: 85)
    }
    let loader = ImageLoader(source: GivenFiles(files: files).fetch) {
      $0.memory = MemoryImageCache(byteLimit: mode == "loader" ? 512 << 20 : 64 << 20)
      $0.startRate = .unlimited
    }
    let target = ImageTarget.pixels(184, by: 138)
    let before = resident()
    let start = (processorSeconds(), ContinuousClock.now)
    var kept: [DecodedImage] = []
    for number in 0..<Self.count {
      guard let url = URL(string: "https://images.example/\(number).jpg") else { continue }
      switch mode {
      case "full":
        kept.append(try await loader.image(at: url, fitting: .original))
        loader.memory.removeImages(of: url.absoluteString)
      case "resized":
        _ = try await loader.image(at: url, fitting: .original)
        kept.append(try await loader.image(at: url, fitting: target))
        loader.memory.removeImages(of: url.absoluteString)
      default:
        kept.append(try await loader.image(at: url, fitting: target))
      }
    }
    let processor = processorSeconds() - start.0
    let wall = (ContinuousClock.now - start.1) / .seconds(1)
    print(
      """
      \(Self.count) photos, \(mode): \(text(Double(resident() - before) / 1e6)) MB resident growth, \
      \(text(Double(kept.reduce(0) { $0 + $1.bytes.count }) / 1e6)) MB of pixels, \
      \(text(processor)) s CPU, \(text(wall)) s; \(kept[0].size)
      """)
  }

  private func resident() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
  }
}

/// Files by the number in their address, without a network.
private struct GivenFiles: Sendable {
  let files: [Data]

  func fetch(_ url: URL, fields: HTTPFields, priority: RequestPriority) async throws -> TransportResponse {
    let file = files[(Int(url.deletingPathExtension().lastPathComponent) ?? 0) % files.count]
    return TransportResponse(
      head: HTTPResponse(status: .ok, headerFields: [.contentLength: "\(file.count)"]), body: .data(file))
  }
}
