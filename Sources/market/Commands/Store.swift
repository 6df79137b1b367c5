import ArgumentParser
import Foundation
import OpenMarket

struct Store: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Manages the data stored on this device.",
    subcommands: [Info.self, Check.self, Trim.self, Reset.self, Path.self])

  struct Info: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Shows the stored data and its size.")

    @OptionGroup var options: StoreOptions

    func run() async throws {
      let info = try await options.withStore(ofAnyServer: true) { try await $0.info() }
      var fields: [(name: String, value: String)] = [
        ("folder", info.folder.path),
        (
          "products",
          "\(info.productCount), \(info.syncedProductCount) of them synced, \(info.completeProductCount) with all details"
        ),
        ("pages", "\(info.pageCount), and \(info.responseCount) responses for revalidation"),
        ("recent searches", "\(info.recentSearchCount)"),
        ("on disk", info.byteCount.asBytes),
        (
          "cache.db",
          "\(info.usedBytes.asBytes) used, \(info.freeBytes.asBytes) free, \(info.cachedBytes.asBytes) may be trimmed"
        ),
        ("search index", info.searchIndexBytes.asBytes),
        (
          "versions",
          "cache \(info.cacheSchemaVersion), user \(info.userSchemaVersion), texts \(info.normVersion.map(String.init) ?? "-"), SQLite \(info.sqliteVersion)"
        ),
      ]
      if !info.keptFiles.isEmpty {
        fields.append(
          (
            "damaged files",
            info.keptFiles.map { "\($0.name), \($0.byteCount.asBytes)" }.joined(separator: "; ")
              + ": of user data, kept; see 'market store check'"
          ))
      }
      try options.print(info.json) { $0.lines(fields) }
    }
  }

  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks the files, the search index and the photos of pending writes and drafts.",
      discussion: """
        Exit code 74 when a check fails. 'market store reset' and 'market sync' restore copies. Damaged user data is \
        rescued by the command that finds it; what could not be rescued stays in a file of its own, which is listed \
        until it is deleted.
        """)

    @OptionGroup var options: StoreOptions

    func run() async throws {
      let check = try await options.withStore(ofAnyServer: true) { try await $0.check() }
      // `Schemas/json/cli-store-check.schema.json`.
      try options.print(["sound": check.isSound, "problems": check.problems] as JSONFields) { _ in
        check.isSound ? ["sound"] : check.problems.map(\.printable)
      }
      if !check.isSound { throw ExitCode(ExitStatus.storeFailure.rawValue) }
    }
  }

  struct Trim: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Removes the least recently used products.",
      discussion: """
        Synced products stay, unless --synced is given; the next sync then starts over. It needs some room on the disk; \
        'market store reset' needs none.
        """)

    @Option(help: .value("MiB", "The limit for the copies, in MiB (default: 64)."))
    var to: Int?

    @Flag(help: "Remove synced products too.")
    var synced = false

    @OptionGroup var options: StoreOptions

    func validate() throws { try require("--to", to, in: 0...1_000_000, unit: " MiB") }

    func run() async throws {
      let report = try await options.withStore(ofAnyServer: true) {
        do {
          return try await $0.trimmed(to: to.map { $0 << 20 }, includingSynced: synced)
        } catch var error as StoreError where error.code == .diskFull {
          error.message += "; 'market store reset' removes all copies and needs none"
          throw error
        }
      }
      let (products, pages, bytes) = (report.removedProductCount, report.removedPageCount, report.freedBytes)
      // `Schemas/json/cli-store-trim.schema.json`.
      try options.print(["products": products, "pages": pages, "bytes": bytes] as JSONFields) { _ in
        ["\(products) products and \(pages) pages forgotten, \(bytes.asBytes) freed"]
      }
    }
  }

  struct Reset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Removes all copies.",
      discussion: """
        Recent searches, drafts and pending writes stay, as they exist nowhere else. It needs no room on the disk. Asks \
        first in a terminal; elsewhere it needs --force.
        """)

    @Flag(help: "Do not ask for confirmation.")
    var force = false

    @OptionGroup var options: StoreOptions

    func run() async throws {
      let folder = try options.folder()
      guard try options.isThere() else { throw StoreError.nothingStored(in: folder) }
      if try force || confirms(folder) { try MarketStore.deleteCopies(in: folder) }
    }

    private func confirms(_ folder: URL) throws -> Bool {
      let terminal = Terminal()
      guard terminal.canAsk else {
        throw ValidationError("cannot ask for confirmation without a terminal: --force removes all copies")
      }
      let line = try terminal.ask("throw away all copies in \(folder.path.printable)? [y/N] ")
      if ["y", "yes"].contains(line?.lowercased() ?? "") { return true }
      throw ExitCode(ExitStatus.interrupted.rawValue)
    }
  }

  struct Path: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Prints the folder, which need not exist.")

    @OptionGroup var options: StoreOptions

    func run() async throws {
      let path = try options.folder().path
      try options.print(["path": path]) { _ in [path] }
    }
  }
}

extension StoreInfo {
  /// As `--json` shows it: `Schemas/json/cli-store-info.schema.json`.
  var json: JSONFields {
    [
      "folder": folder.path, "files": files.map(\.json), "keptFiles": keptFiles.map(\.json),
      "bytes": byteCount, "usedBytes": usedBytes, "freeBytes": freeBytes, "cachedBytes": cachedBytes,
      "searchIndexBytes": searchIndexBytes, "products": productCount, "syncedProducts": syncedProductCount,
      "completeProducts": completeProductCount, "pages": pageCount, "responses": responseCount,
      "recentSearches": recentSearchCount, "cacheSchemaVersion": cacheSchemaVersion,
      "userSchemaVersion": userSchemaVersion, "normVersion": normVersion, "sqliteVersion": sqliteVersion,
    ]
  }
}

extension StoreInfo.File {
  fileprivate var json: JSONFields { ["name": name, "bytes": byteCount] }
}
