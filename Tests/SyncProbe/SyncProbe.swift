import Foundation
import OpenMarket

/// Fills a store in a process of its own, which tests kill, and prints what each step did.
///
/// ```
/// sync-probe URL FOLDER WINDOW
/// ```
///
/// A line is the number of products done, of requests, and the resident memory in kB.
@main enum SyncProbe {
  struct Misuse: Error {}

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let url = URL(string: arguments[1]), let windowSize = Int(arguments[3]) else {
      throw Misuse()
    }
    let client = try MarketClient(server: url)
    _ = try await client.products(size: 1)
    let store = try MarketStore(folder: URL(filePath: arguments[2]))
    print(0, 0, residentMemory())
    for try await progress in CatalogSync(
      client: client, store: store, configure: { $0.windowSize = windowSize })
    {
      print(progress.doneCount, progress.requestCount, residentMemory())
      fflush(nil)
    }
  }

  /// In kB; 0 where the system does not say.
  private static func residentMemory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.split(separator: " ").dropLast().last ?? "") } ?? 0
  }
}
