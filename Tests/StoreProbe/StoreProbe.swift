import CKillAtWrite
import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketPacing
import OpenMarketStore

/// Uses a store in a process of its own, which tests kill, starve of room or run as another user.
///
/// ```
/// store-probe open FOLDER               opens and closes it
/// store-probe rescue FOLDER FATAL       opens and closes it; is killed before write number FATAL below FOLDER
/// store-probe write FOLDER BATCH FIRST  saves products FIRST, FIRST + 1 …, BATCH in a transaction, without end,
///                                       with a recent search for each batch; prints the last one acknowledged
/// store-probe save FOLDER COUNT FIRST   saves COUNT products, 10 in a transaction
/// store-probe record FOLDER TEXT        records a recent search
/// store-probe stop FOLDER TEXT          records a recent search, and is stopped in the middle of it
/// store-probe quota FOLDER              saves products, a photo and a search while a quota is used up, and a search once it is
///                                       not; prints how each ended
/// store-probe refuse FOLDER NUMBER      records a search while writes fail with the error NUMBER; prints how it ended
/// store-probe photo FOLDER              reads a photo on a device that fails once; prints how that ended, and the photo's size
/// store-probe fill FOLDER               saves products until it cannot, reads, and records a search; prints how
///                                       each ended
/// store-probe damage FOLDER             damages the copies in use, fills the disk, and prints how reads end and the events
/// store-probe blink FOLDER FILE FIRST LAST  opens it, reads and closes it, while reads FIRST to LAST of FILE fail; prints
///                                       how many there were
/// store-probe unreadable FOLDER OFFSET SECONDS  opens it at a date SECONDS after a fixed one, reads and closes it, while the page of
///                                       user.db at OFFSET cannot be read; with OFFSET -1 all can
/// store-probe halve FOLDER              does as look, while the system takes half of the bytes of every write, and writes a file
/// store-probe look FOLDER               prints how many products and recent searches there are, and what a check finds
/// ```
/// Prints the code of a ``StoreError`` and ends with status 1.
@main enum StoreProbe {
  static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch let error as StoreError {
      print("error \(error.code.rawValue) \(error.message)")
      exit(1)
    } catch {
      print("error \(error)")
      exit(2)
    }
  }

  struct Misuse: Error {}

  private static func run(_ arguments: [String]) async throws {
    guard arguments.count >= 2 else { throw Misuse() }
    let rest = arguments.dropFirst(2)
    if arguments[0] == "rescue" { unsafe kill_at_write(arguments[1], rest.first.flatMap { Int($0) } ?? 0) }
    if arguments[0] == "blink" {
      guard rest.count == 3, let first = Int(arguments[3]), let last = Int(arguments[4]) else {
        throw Misuse()
      }
      unsafe fail_reads("\(arguments[1])/\(arguments[2])", first, last)
    }
    if arguments[0] == "halve" { unsafe halve_writes(arguments[1]) }
    var configuration = MarketStore.Configuration()
    if arguments[0] == "unreadable" {
      guard rest.count == 2, let offset = Int(arguments[2]), let seconds = Double(arguments[3]) else {
        throw Misuse()
      }
      if offset >= 0 { unsafe fail_reads_at("\(arguments[1])/user.db", offset, 4_096) }
      configuration.time.date = { Date(timeIntervalSince1970: 1_800_000_000 + seconds) }
    }
    let store = try MarketStore(folder: URL(filePath: arguments[1]), configuration: configuration)
    switch (arguments[0], rest.first, rest.last.flatMap { Int64($0) }) {
    case ("open", _, _), ("rescue", _, _): break
    case ("write", let batch?, let first?):
      try await write(store, batch: Int64(batch) ?? 1, from: first)
    case ("save", let count?, let first?):
      for start in stride(from: first, to: first + (Int64(count) ?? 0), by: 10) {
        try await store.save((start..<start + 10).map(product), fetchedAt: .now)
      }
    case ("record", let text?, _): try await store.recordSearch(text, at: .now)
    case ("stop", let text?, _):
      unsafe stop_at_write(arguments[1])
      try await store.recordSearch(text, at: .now)
    case ("quota", _, _): await useUpQuota(store, in: arguments[1])
    case ("refuse", let number?, _):
      unsafe fail_writes(arguments[1], CInt(number) ?? 0)
      do { try await store.recordSearch("desk", at: .now) } catch let error as StoreError {
        print(error.code.rawValue, error.message)
      }
      unsafe fail_writes(arguments[1], 0)
    case ("photo", _, _): try await readPhoto(store, in: arguments[1])
    case ("fill", _, _): try await fill(store)
    case ("damage", _, _): return try await damage(store, in: URL(filePath: arguments[1]))
    case ("blink", _, _), ("unreadable", _, _):
      _ = try await store.recentSearches()
      _ = try await store.submissions(limit: 10, includesFinished: true)
      _ = try await store.newest(limit: 20)
      print("reads \(read_count())")
    case ("look", _, _), ("halve", _, _):
      let (file, data) = (URL(filePath: arguments[1] + "/file"), Data((0..<100).map { $0 }))
      if arguments[0] == "halve" {
        print("file \(RegularFile.replace(file, with: data) && (try? Data(contentsOf: file)) == data)")
      }
      let info = try await store.info()
      print("products \(info.productCount), recents \(info.recentSearchCount)")
      print("problems \(try await store.check().problems)")
    default: throw Misuse()
    }
    try store.close()
  }

  private static func write(_ store: MarketStore, batch: Int64, from first: Int64) async throws {
    for start in stride(from: first, to: .max, by: Int64.Stride(batch)) {
      let products = (start..<start + batch).map(product)
      try await store.save(
        products, fetchedAt: .now,
        checkpoint: Checkpoint(key: "last", value: Data("\(start + batch - 1)".utf8)))
      try await store.recordSearch("search \(start + batch - 1)", at: .now)
      acknowledge("\(start + batch - 1)")
    }
  }

  private static func fill(_ store: MarketStore) async throws {
    var end = "no end"
    for start in stride(from: 1, to: 1_000_000 as Int64, by: 100) {
      do {
        try await store.save((start..<start + 100).map(product), fetchedAt: .now)
      } catch let error as StoreError {
        end = error.code.rawValue
        break
      }
    }
    print("save \(end)")
    print("read \(try await store.newest(limit: 20).count)")
    try await store.recordSearch("written on a full disk", at: .now)
    print("recents \(try await store.recentSearches().count)")
    var events: [String] = []
    for await event in store.events {
      events.append(event.kind.rawValue)
      if event.kind == .cacheDropped { break }
    }
    print("events \(events.joined(separator: " "))")
    try await store.save([product(1)], fetchedAt: .now)
    print("after \(try await store.newest(limit: 20).count)")
  }

  private static func useUpQuota(_ store: MarketStore, in folder: String) async {
    func end(_ name: String, _ body: () async throws -> Void) async {
      do {
        try await body()
        print("\(name) done")
      } catch let error as StoreError {
        print("\(name) \(error.code.rawValue)")
      } catch {
        print("\(name) \(error)")
      }
    }
    unsafe fail_writes(folder, EDQUOT)
    await end("products") { try await store.save([product(1)], fetchedAt: .now) }
    await end("photo") { _ = try await store.storePhoto(Data("photo".utf8), fileName: "1.jpg") }
    await end("search") { try await store.recordSearch("desk", at: .now) }
    unsafe fail_writes(folder, EIO)
    await end("search") { try await store.recordSearch("desk", at: .now) }
    unsafe fail_writes(folder, 0)
    await end("search") { try await store.recordSearch("desk", at: .now) }
  }

  private static func readPhoto(_ store: MarketStore, in folder: String) async throws {
    let photo = try await store.storePhoto(Data("photo".utf8), fileName: "1.jpg")
    unsafe fail_reads(folder + "/photos", 1, 1)
    do { _ = try await store.photo(photo) } catch let error as StoreError { print(error.code.rawValue) }
    print(try await store.photo(photo).count)
  }

  private static func damage(_ store: MarketStore, in folder: URL) async throws {
    // They keep their room when they are deleted, as they are open.
    let files = try ["cache.db", "cache.db-wal", "cache.db-shm"].map {
      try FileHandle(forUpdating: folder.appending(path: $0))
    }
    let size = try files[0].seekToEnd()
    try files[0].seek(toOffset: 4_096)
    try files[0].write(contentsOf: Data(repeating: 0xEE, count: Int(size) - 4_096))
    let filler = folder.appending(path: "filler")
    try Data().write(to: filler)
    let filling = try FileHandle(forWritingTo: filler)
    while (try? filling.write(contentsOf: Data(count: 4_096))) != nil {}
    for _ in 1...3 {
      do {
        print("products \(try await store.products((1...300).map(Product.ID.init(rawValue:))).count)")
      } catch let error as StoreError {
        print("products \(error.code.rawValue)")
      }
    }
    let events = store.events
    try store.close()
    var kinds: [String] = []
    for await event in events { kinds.append(event.kind.rawValue) }
    print("events \(kinds.joined(separator: " "))")
    withExtendedLifetime(files) {}
  }

  private static func product(_ id: Int64) -> Product {
    Product(
      id: Product.ID(rawValue: id), vendorID: 1, name: "product \(id)",
      description: String(repeating: "\(id) ", count: 40), currency: .krw, price: 1000, stock: 1)
  }

  /// Past the buffers of the standard library, so that a killed process has said what it did.
  private static func acknowledge(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
  }
}
