import Foundation
import Testing

@testable import OpenMarketMock

@Suite("Seeded catalogue")
struct CatalogueTests {
  private let today = CivilDay(daysSince1970: 20_000)
  private func catalogue(seed: UInt64 = 7, count: Int = 2000) -> [ProductRecord] {
    let catalogue = Catalogue(seed: seed, count: count, today: today)
    return (1...Int64(count)).compactMap(catalogue.record(id:))
  }

  @Test("the same seed gives the same market on every machine")
  func goldenDigest() {
    var digest = Digest()
    for record in catalogue(count: 300) {
      digest.add("\(record.id) \(record.vendorID) \(record.vendorName) \(record.name) ")
      digest.add("\(record.description ?? "") \(record.currency) \(record.price) \(record.discount) ")
      let days = [record.createdDay, record.issuedDay].map { $0.text(separator: "-") }
      digest.add("\(record.stock) \(days[0]) \(days[1]) ")
      for image in record.images { digest.add("\(image.id) \(image.originName) \(image.thumbnailName) ") }
    }
    #expect(digest.value == 2_112_172_980_417_495_232)
  }

  @Test("products do not depend on how many there are, but for their dates")
  func recordsAreStableUnderCount() throws {
    let small = catalogue(count: 50)
    let large = catalogue(count: 500)
    for (one, other) in zip(small, large) {
      #expect(one.name == other.name && one.description == other.description && one.price == other.price)
      #expect(one.images.map(\.originName) == other.images.map(\.originName))
    }
  }

  @Test("another seed gives another market")
  func seedsDiffer() {
    #expect(catalogue(seed: 1, count: 50).map(\.name) != catalogue(seed: 2, count: 50).map(\.name))
  }

  @Test("every product obeys the rules that stored products obey")
  func invariants() {
    for record in catalogue() {
      #expect((2...100).contains(record.name.utf16.count), "\(record.name)")
      #expect((2...1000).contains(record.description?.utf16.count ?? 0))
      #expect(record.currency == "KRW" || record.currency == "USD")
      #expect(record.price >= 0 && record.discount >= 0 && record.discount <= record.price)
      #expect(record.stock >= 0)
      #expect(record.createdDay <= record.issuedDay && record.issuedDay <= today)
      #expect(today.daysSince1970 - record.createdDay.daysSince1970 < 730)
      #expect((1...5).contains(record.images.count))
      #expect(record.images.indices.contains(record.thumbnailIndex))
      #expect(record.images.allSatisfy { $0.originName.prefix(32) != $0.thumbnailName.prefix(32) })
      #expect(record.name.precomposedStringWithCanonicalMapping.utf8.elementsEqual(record.name.utf8))
    }
    let imageIDs = catalogue().flatMap { $0.images.map(\.id) }
    #expect(Set(imageIDs).count == imageIDs.count)
  }

  @Test("the market has variety: sold, discounted, given away, in dollars, edited, plain and odd titles")
  func variety() {
    let records = catalogue()
    func share(_ isMember: (ProductRecord) -> Bool) -> Double {
      Double(records.count(where: isMember)) / Double(records.count)
    }
    #expect((0.10...0.25).contains(share { $0.stock == 0 }))
    #expect((0.10...0.30).contains(share { $0.discount > 0 }))
    #expect((0.01...0.04).contains(share { $0.price == 0 }))
    #expect((0.08...0.20).contains(share { $0.currency == "USD" }))
    #expect((0.25...0.50).contains(share { $0.createdDay < $0.issuedDay }))
    #expect((0.95...1).contains(Double(Set(records.map(\.name)).count) / Double(records.count)))
    #expect(records.contains { $0.name.utf16.count < 3 })
    #expect(records.contains { $0.price >= 3_000_000 })
    let photos = records.flatMap(\.images).map { image in
      if case .generated(let photo) = image.content { photo.format } else { GeneratedPhoto.Format.jpeg }
    }
    #expect((0.76...0.84).contains(Double(photos.count { $0 == .jpeg }) / Double(photos.count)))
    #expect((0.09...0.15).contains(Double(photos.count { $0 == .png }) / Double(photos.count)))
  }

  @Test("words are as unequal as in a real market: some in every hundredth name, most in one or two")
  func words() {
    var counts: [Substring: Int] = [:]
    for record in catalogue(count: 20_000) {
      for word in Set(record.name.split(separator: " ")) { counts[word, default: 0] += 1 }
    }
    #expect(counts.values.count { $0 > 200 } >= 25)
    #expect((200...800).contains(counts["나이키", default: 0]), "one of a thousand makers")
    #expect(counts.values.allSatisfy { $0 < 2_000 })
    #expect(counts.count > 8_000)
    #expect(counts.values.count { $0 <= 2 } * 2 > counts.count)
    let bytes = catalogue().reduce(0) { $0 + $1.name.utf8.count }
    #expect((30...38).contains(bytes / 2000))
  }

  @Test("newer ids are never older products")
  func datesAscend() {
    let days = catalogue().map(\.createdDay)
    #expect(zip(days, days.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(days.last == today)
  }
}

/// FNV-1a, because the standard library's hashes differ from run to run.
struct Digest {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  mutating func add(_ text: String) { add(text.utf8) }
}
