import ArgumentParser
import Foundation
import OpenMarket

struct Images: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Manages the photos cached on this device.",
    discussion: """
      They are in the folder 'images' of the market's store ('market store path'), up to 256 MiB; the least recently \
      used are removed first, and unused ones after 30 days in any case.
      """, subcommands: [Info.self, Trim.self, Clear.self])

  struct Info: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Shows the number and size of cached photos.")

    @OptionGroup var options: StoreOptions

    func run() async throws {
      let photos = CachedPhotos(beside: try options.folder())
      let cache = try photos.cache()
      let usage = cache?.usage
      let (count, bytes) = (usage?.count ?? 0, usage?.bytes ?? 0)
      let limit = Marketplace.Configuration.Images().diskLimit
      let folder = photos.folder.path
      // `Schemas/json/cli-images-info.schema.json`.
      try options.print(["folder": folder, "files": count, "bytes": bytes, "limit": limit] as JSONFields) {
        $0.lines([
          ("folder", folder), ("files", "\(count), photos as they came and at the sizes displayed"),
          ("bytes", "\(bytes.asBytes) of at most \(limit.asBytes)"),
        ])
      }
    }
  }

  struct Trim: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Removes the least recently used photos, and outdated ones.")

    @Option(help: .value("MiB", "The size to trim to, in MiB."))
    var to = 64

    @OptionGroup var options: StoreOptions

    func validate() throws { try require("--to", to, in: 0...1_000_000, unit: " MiB") }

    func run() async throws { try trim(to: to << 20, options) }
  }

  struct Clear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Removes all cached photos.")

    @OptionGroup var options: StoreOptions

    func run() async throws { try trim(to: 0, options) }
  }

  private static func trim(to bytes: Int, _ options: StoreOptions) throws {
    let cache = try CachedPhotos(beside: options.folder()).cache()
    let before = cache?.usage
    cache?.trim(to: bytes)
    let after = cache?.usage
    let files = (before?.count ?? 0) - (after?.count ?? 0)
    let freed = (before?.bytes ?? 0) - (after?.bytes ?? 0)
    let outcome = ["\(files) files forgotten, \(freed.asBytes) freed"]
    // `Schemas/json/cli-images-trim.schema.json`.
    try Terminal().report(outcome) { try options.print(["files": files, "bytes": freed]) { _ in outcome } }
  }
}
