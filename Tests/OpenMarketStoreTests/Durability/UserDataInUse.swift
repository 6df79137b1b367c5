import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// A folder with writes in all states, on so many pages that damage to one leaves others; its store was not closed.
struct UserDataInUse {
  private(set) var folder: TemporaryFolder
  /// The photos of each submission that needs them.
  private(set) var photos: [Submission.ID: [StoredPhoto]] = [:]
  private var formPhotos: [StoredPhoto] = []
  private(set) var all: Set<Submission.ID> = []
  /// Two edits of one listing, the first of which waits.
  private(set) var edits: [Submission.ID] = []
  /// A claimed edit.
  private(set) var sending: Submission.ID = 0
  /// A new listing that has not been sent, and has a follower.
  private(set) var lastListing: Submission.ID = 0
  private(set) var last: Submission.ID = 0
  var formCount: Int { 20 }

  /// Made once.
  private static let original = Task { try await UserDataInUse(number: 40) }

  /// A copy for one test.
  init() async throws {
    self = try await Self.original.value
    let copy = try TemporaryFolder()
    for name in ["user.db", "photos", "store.used"] {
      try FileManager.default.copyItem(
        at: folder.url.appending(path: name), to: copy.url.appending(path: name))
    }
    folder = copy
  }

  private init(number count: Int) async throws {
    folder = try TemporaryFolder()
    let store = try MarketStore(folder: folder.url)
    let text = String(repeating: "as good as new ", count: 60)
    let holder = "7E1B0A52-43C6-4B6E-9A57-2C6B8A1D0F11"
    // The same file for each run: what is damaged is the same, too.
    var lastKey = 0
    func key() -> String {
      lastKey += 1
      return "key \(lastKey)"
    }
    func settle(_ id: Submission.ID, _ outcome: Verdict.Outcome, _ indeterminacy: Indeterminacy = .none)
      async throws
    {
      _ = try await store.deliver(
        [Verdict(id, outcome, indeterminacy: indeterminacy)], claiming: 0, as: holder, at: noon, uptime: .test
      )
    }
    func claim() async throws {
      _ = try await store.deliver([], claiming: 100, as: holder, at: noon, uptime: .test)
    }
    func edit(_ id: Product.ID, _ number: Int = 1) async throws -> Submission {
      try await store.enqueue(
        .edit(ProductChanges(description: "\(number) \(text)", thumbnailID: 5), base: EditBase()), of: id,
        key: key(), at: noon)
    }
    let failure = SubmissionFailure(.invalid, "because")
    for number in 1...count {
      var stored: [StoredPhoto] = []
      for photo in 1...2 {
        stored.append(try await store.storePhoto(Data("\(number) \(photo)".utf8), fileName: "\(photo).jpg"))
      }
      let draft = NewListing(name: "\(number)", description: text, price: 1_000)
      let listing = try await store.enqueue(draft, photos: stored, key: key(), at: noon)
      photos[listing.id] = stored
      lastListing = listing.id
      guard number < count else { break }
      try await claim()
      _ = try await edit(listing.productID)
      switch number % 7 {
      case 0:
        try await settle(listing.id, .accepted(.detailed(Int64(number))))
        photos[listing.id] = nil
      case 1: try await settle(listing.id, .wait(for: .seconds(50), failure, isHeld: false), .responseLost)
      case 2: try await settle(listing.id, .park(failure))
      case 3: try await settle(listing.id, .refuse(failure))
      case 4: try await settle(listing.id, .release)
      case 5:
        try await settle(listing.id, .refuse(failure))
        try await store.discardSubmission(listing.id, at: noon, uptime: .test)
      default: break
      }
    }
    edits = [try await edit(900).id]
    try await settle(edits[0], .wait(for: .zero, failure, isHeld: false))
    try await claim()
    edits.append(try await edit(900, 2).id)
    try await settle(edits[0], .wait(for: .seconds(9), failure, isHeld: false))
    sending = try await edit(901).id
    try await claim()
    _ = try await edit(Product.ID(rawValue: -lastListing.rawValue))
    for number in 1...formCount {
      let photo = try await store.storePhoto(Data("form \(number)".utf8), fileName: "1.jpg")
      formPhotos.append(photo)
      try await store.saveDraft(ListingDraft(name: text, photos: [photo]), as: "\(number)", at: noon)
      try await store.recordSearch("\(number) \(text)", at: noon)
    }
    let submissions = try await store.submissions(limit: 10_000, includesFinished: true)
    all = Set(submissions.map(\.id))
    last = submissions.last?.id ?? 0
    try store.close()
    // As after a crash: nothing vouches for the files.
    try Data([1]).write(to: folder.url.appending(path: "store.used"))
  }

  private var file: URL { folder.url.appending(path: "user.db") }

  /// Changes rows behind the store's back.
  func change(_ statements: String...) async throws {
    let queue = try DatabaseQueue(path: file.path)
    try await queue.write { db in for statement in statements { try db.execute(sql: statement) } }
    _ = try await queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try queue.close()
  }

  /// Zeroes the pages of tables and indexes.
  func damage(pagesOf names: [String]) async throws {
    let queue = try DatabaseQueue(path: file.path)
    let pages = try await queue.read { db in
      try names.flatMap { name in
        try Int.fetchAll(db, sql: "SELECT pageno FROM dbstat WHERE name = ?", arguments: [name])
      }
    }
    try queue.close()
    var bytes = try Data(contentsOf: file)
    for page in pages {
      bytes.replaceSubrange((page - 1) * 4_096..<page * 4_096, with: Data(count: 4_096))
    }
    try bytes.write(to: file)
  }

  /// Every photo of what is left is there, also after the next launch has tidied up.
  func expectPhotos(
    besidesLost lost: Set<Submission.ID>, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let store = try MarketStore(folder: folder.url)
    try await store.removeUnusedPhotos(olderThan: 0)
    let drafts = Set(try await store.drafts().flatMap { $0.draft.photos })
    try store.close()
    let needed =
      photos.filter { !lost.contains($0.key) }.flatMap(\.value) + formPhotos.filter(drafts.contains)
    let missing = needed.filter { !FileManager.default.fileExists(atPath: $0.url(in: folder.url).path) }
    #expect(missing.isEmpty, comment, sourceLocation: sourceLocation)
  }
}

extension MarketStore {
  /// The submissions that are sent when their time has come.
  func claimAll() async throws -> Set<Submission.ID> {
    let holder = UUID().uuidString
    let round = try await deliver([], claiming: 10_000, as: holder, at: noon + 86_400 * 3_650, uptime: .test)
    return Set(round.claims.map(\.submission.id))
  }

  /// The first write of every listing is due, is held by somebody, or asks the user.
  func expectNothingHangs(
    _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let hanging = try await readUser { db in
      try db.rows(
        """
        SELECT id, product_id, kind, state FROM submission s WHERE state <= 2 AND due_at IS NULL \
        AND lease_owner IS NULL AND NOT EXISTS(SELECT 1 FROM submission f WHERE f.product_id = s.product_id \
        AND f.id <> s.id AND f.state <= 5 AND (f.id < s.id OR f.state = 1) \
        AND (f.product_id > 0 OR f.kind = 'create' OR f.id > s.id))
        """
      ) { "\($0.int64(0)) of \($0.int64(1)), \($0.text(2)), in state \($0.text(3))" }
    }
    #expect(hanging.isEmpty, comment, sourceLocation: sourceLocation)
    let unknown = try await readUser { db in
      try db.rows("SELECT id FROM submission WHERE typeof(state) <> 'integer' OR state NOT BETWEEN 0 AND 9") {
        $0.int64(0)
      }
    }
    #expect(unknown.isEmpty, comment, sourceLocation: sourceLocation)
  }
}
