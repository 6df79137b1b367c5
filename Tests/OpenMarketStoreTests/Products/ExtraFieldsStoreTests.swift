import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

@Suite(.serialized) struct ExtraFieldsStoreTests {
  private func fields(_ json: String) throws -> ExtraFields {
    try JSONDecoder().decode(ExtraFields.self, from: Data(json.utf8))
  }

  private func product(_ id: Int64, _ json: String) throws -> Product {
    var product = Product.listed(id)
    product.extra = try fields(json)
    return product
  }

  @Test(
    "fields beyond the contract are stored, follow what lists say, and are what a product's own page says")
  func stored() async throws {
    let test = try TestStore()
    try await test.store.save([try product(1, #"{"region":"서울","likes":1}"#)], fetchedAt: noon)
    #expect(try await test.store.product(1)?.product.extra == fields(#"{"likes":1,"region":"서울"}"#))
    try await test.store.save([try product(1, #"{"likes":2}"#)], fetchedAt: noon + 1)
    #expect(try await test.store.product(1)?.product.extra == fields(#"{"likes":2,"region":"서울"}"#))
    var detailed = Product.detailed(1)
    detailed.extra = try fields(#"{"likes":3}"#)
    try await test.store.save([detailed], completeness: .detailed, fetchedAt: noon + 2)
    #expect(try await test.store.product(1)?.product == detailed)
  }

  @Test(
    "a filter finds products by the values of their fields, in lists and searches",
    arguments: [
      (#"{"region":"서울"}"#, [1, 2]), (#"{"region":"서울","likes":2.0}"#, [2]), (#"{"region":"서"}"#, []),
      (#"{"likes":"2"}"#, []), (#"{"a\"b\\":{"y":[2],"x":1.50}}"#, [3]), (#"{"":true}"#, [3]),
      (#"{"x.y[0]":null}"#, [1, 2, 3, 4, 5, 6]), (#"{"\u0000\n":"가"}"#, [4]),
      (#"{"12":12345678901234567890}"#, [5]),
      (#"{"region":null,"likes":null,"12":null}"#, [3, 4, 6]), ("{}", [1, 2, 3, 4, 5, 6]),
    ] as [(String, [Int64])])
  func filtered(json: String, found: [Int64]) async throws {
    let test = try TestStore()
    let extras = [
      #"{"region":"서울"}"#, #"{"region":"서울","likes":2}"#, #"{"a\"b\\":{"x":1.5,"y":[2]},"":true}"#,
      #"{"x.y[0]":null,"\u0000\n":"가"}"#, #"{"12":12345678901234567890}"#,
    ]
    try await test.store.save(
      extras.enumerated().map { try product(Int64($0.offset + 1), $0.element) } + [.listed(6)],
      fetchedAt: noon)
    var filter = ProductFilter(minimumPrice: 1)
    filter.extra = try fields(json)
    #expect(try await test.store.newest(limit: 20, filter: filter).ids == found.reversed())
    let results = try await test.store.search(SearchQuery("product", filter: filter, sort: .newest))
    #expect(results.hits.map(\.id.rawValue) == found.reversed())
  }

  @Test("a filter finds equal values, however their letters are composed")
  func compositions() async throws {
    let test = try TestStore()
    // Its control is escaped by a number that ends in a letter, which must not be composed with the mark behind it.
    let composed = "caf\u{E9} 서울 \u{1F}\u{307}"
    let spellings = try [composed, composed.decomposedStringWithCanonicalMapping].map { spelling in
      var extra = ExtraFields()
      try extra.set([spelling: [spelling], "f": [], "caff": []], for: spelling)
      return extra
    }
    let products = spellings.enumerated().map { place, extra in
      var product = Product.listed(Int64(place + 1))
      product.extra = extra
      return product
    }
    try await test.store.save(products, fetchedAt: noon)
    for extra in spellings {
      var filter = ProductFilter()
      filter.extra = extra
      #expect(extra == spellings[0])
      #expect(try await test.store.newest(limit: 20, filter: filter).ids == [2, 1])
    }
  }

  /// How many products of random fields are tried.
  static let trials =
    ProcessInfo.processInfo.environment["OPENMARKET_EXTRA_FIELDS"].flatMap(Int.init) ?? 2_000

  @Test("any JSON that a server sends comes out of the store, and goes into a request, as it was")
  func anything() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let test = try TestStore()
    for start in stride(from: 0, to: Self.trials, by: 1_000) {
      let all = (1...1_000).map { _ in JSONValue.randomMembers(using: &generator) }
      let rows = all.enumerated().map { row in
        let members = row.element.mapValues(\.text).map { "\(JSONText.string($0)):\($1)" }
        let known = [#""id":\#(row.offset + 1),"vendor_id":7,"name":"의자","price":10,"stock":1"#]
        return "{\((known + members).joined(separator: ","))}"
      }
      let products = try JSONDecoder().decode(
        [Product].self, from: Data("[\(rows.joined(separator: ","))]".utf8))
      try await test.store.save(products, completeness: .detailed, fetchedAt: noon + Double(start))
      let stored = try await test.store.products(products.map(\.id))
      #expect(stored.count == products.count)
      for product in stored {
        let sent = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(product.product.extra))
        let wanted = JSONValue.object(all[Int(product.id.rawValue) - 1])
        guard sent.text == wanted.text else {
          Issue.record("seed \(seed): \(wanted.text) became \(sent.text)")
          return
        }
      }
    }
  }

  @Test("a write keeps its fields in the queue, and later ones take the place of earlier ones")
  func written() throws {
    var draft = NewListing(name: "chair", description: "as good as new", price: 1_000)
    draft.extra = try fields(#"{"region":"서울","likes":1}"#)
    let create = PendingWrite.create(draft, photos: [])
    #expect(PendingWrite(.create, decoding: try create.encoded(), version: 1) == create)
    var changes = ProductChanges()
    changes.extra = try fields(#"{"likes":null,"tags":["a"]}"#)
    let edit = PendingWrite.edit(changes, base: EditBase())
    #expect(PendingWrite(.edit, decoding: try edit.encoded(), version: 1) == edit)
    var joined = draft
    joined.extra = try fields(#"{"region":"서울","tags":["a"]}"#)
    #expect(Coalescing(edit, after: (create, true)) == .replace(.create(joined, photos: [])))
    var later = ProductChanges()
    later.extra = try fields(#"{"likes":5}"#)
    var both = changes
    both.extra = try fields(#"{"likes":5,"tags":["a"]}"#)
    #expect(
      Coalescing(.edit(later, base: EditBase()), after: (edit, true))
        == .replace(.edit(both, base: EditBase())))
    #expect(Product(draft, numbered: -1).applying(changes).extra == joined.extra)
  }

  @Test("a response's fields are kept with its outcome")
  func outcome() throws {
    var product = Product.detailed(1)
    product.extra = try fields(#"{"a\"":"\\ \" 가"}"#)
    let stored = StoredOutcome.decoding(StoredOutcome(product: product).encoded)
    #expect(stored.product?.extra == product.extra)
  }

  @Test("a draft of a version that knew no such fields is read, and keeps those of this one")
  func draft() throws {
    let old = Data(
      #"{"name":"a","description":"","price":"","discountedPrice":"","currency":"KRW","stock":"","photos":[]}"#
        .utf8)
    var draft = try JSONDecoder().decode(ListingDraft.self, from: old)
    #expect(draft.extra == ExtraFields())
    draft.extra = try fields(#"{"region":"서울"}"#)
    let again = try JSONDecoder().decode(ListingDraft.self, from: JSONEncoder().encode(draft))
    #expect(again == draft && draft.read(photoCount: nil).listing.extra == draft.extra)
  }
}
