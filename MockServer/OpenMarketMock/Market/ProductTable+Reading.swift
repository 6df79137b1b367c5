import Foundation

extension ProductTable {
  /// The products at the places `offset..<offset + limit`, highest id first, of all or of those that match.
  ///
  /// A product matches if its name, description or vendor name contains `text`, both folded
  /// (``FoldedText``); nil or empty text matches all. A search costs some milliseconds per million products,
  /// its next pages nearly nothing.
  func page(offset: Int, limit: Int, matching text: String?) -> (records: [ProductRecord], total: Int) {
    let needle = text.map(FoldedText.bytes(of:)) ?? []
    guard !needle.isEmpty else {
      return (records(unfilteredIDs(offset: max(0, offset), limit: max(0, limit))), count)
    }
    let added = overlay.addedIDs.reversed().filter { overlay.entries[$0]?.contains(needle) ?? false }
    let base = baseHits(needle)
    let offset = max(0, offset)
    let limit = max(0, limit)
    var ids = Array(added.dropFirst(offset).prefix(limit))
    if let base, ids.count < limit {
      ids += base.descending(offset: max(0, offset - added.count), limit: limit - ids.count)
    }
    return (records(ids), added.count + (base?.count ?? 0))
  }

  private func records(_ ids: [Int64]) -> [ProductRecord] {
    var records: [ProductRecord] = []
    records.reserveCapacity(ids.count)  // worth a tenth of the time
    for id in ids {
      if let record = record(id: id) { records.append(record) }
    }
    return records
  }

  /// The matching products of the catalogue as they are now.
  private func baseHits(_ needle: [UInt8]) -> ProductSet? {
    guard var hits = catalogue.search.hits(needle) ?? overlay.emptyBaseSet(of: catalogue) else { return nil }
    for id in overlay.removedBaseIDs { hits.update(id, isMember: false) }
    for (id, entry) in overlay.entries where id >= 1 && id <= catalogue.count {
      hits.update(id, isMember: entry.contains(needle))
    }
    return hits
  }

  private func unfilteredIDs(offset: Int, limit: Int) -> [Int64] {
    let added = overlay.addedIDs
    var ids = Array(added.reversed().dropFirst(offset).prefix(limit))
    var id = catalogueID(at: max(0, offset - added.count))
    while ids.count < limit, id >= 1 {
      if !overlay.removedBaseIDs.containsSorted(id) { ids.append(id) }
      id -= 1
    }
    return ids
  }

  /// The catalogue's remaining product with so many remaining ones above it, or 0.
  private func catalogueID(at offset: Int) -> Int64 {
    let removed = overlay.removedBaseIDs
    guard offset < catalogue.count - removed.count else { return 0 }
    var id = Int64(catalogue.count - offset)
    // Every removed id at or above the guess moves it one down, which may pass further removed ones.
    var passed = 0
    while true {
      let above = removed.count - removed.sortedIndex(of: id)
      if above == passed { return id }
      id -= Int64(above - passed)
      passed = above
    }
  }

  // MARK: Suggestions

  /// Distinct product names and words of names that begin with `prefix`, both folded: most frequent first,
  /// then shorter, then in code-point order.
  ///
  /// A phrase is as frequent as there are products whose name it is or has it as a word. Costs about a
  /// nanosecond per phrase with the prefix.
  func suggestions(prefix: String, limit: Int) -> [String] {
    let folded = FoldedText.bytes(of: prefix)
    guard !folded.isEmpty, limit > 0 else { return [] }
    var ranking = PhraseRanking(limit: limit)
    var changedPositions: Set<Int> = []
    for change in overlay.phrases.values where change.folded.starts(with: folded) {
      var count = change.difference
      if let place = change.place {
        changedPositions.insert(place)
        count += catalogue.phrases.count(at: place)
      }
      guard count > 0 else { continue }
      ranking.offer(
        PhraseRanking.Candidate(
          count: count, length: change.text.unicodeScalars.count, text: Array(change.text.utf8)))
    }
    let positions = catalogue.phrases.positions(startingWith: folded)
    catalogue.phrases.rank(positions, skipping: changedPositions, in: &ranking)
    return ranking.best.map { String(decoding: $0.text, as: UTF8.self) }
  }

  // MARK: Pictures

  /// The bytes served at `/images/{vendorID}/{day}/{name}`, if an existing product has that picture.
  ///
  /// The day is `yyyyMMdd`; the name is the last path segment, of the full picture or of the thumbnail.
  func image(vendorID: Int64, day: String, name: String) -> (bytes: Data, contentType: String)? {
    let owner = overlay.imageOwners[name] ?? SeededImageName(name, seed: catalogue.seed)?.productID
    guard let owner, let record = record(id: owner), record.vendorID == vendorID,
      let image = record.images.first(where: { $0.originName == name || $0.thumbnailName == name }),
      image.issuedDay.text() == day
    else { return nil }
    switch image.content {
    case .uploaded(let bytes, let contentType): return (bytes, contentType)
    case .generated(let photo):
      let rendered = image.originName == name ? photo : photo.thumbnail
      return (RenderedPhotos.shared.bytes(of: rendered), photo.format.contentType)
    }
  }
}
