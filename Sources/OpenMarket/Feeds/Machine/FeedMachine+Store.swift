// What the store on this device does to what is displayed.
extension FeedMachine {
  /// Takes the response to `Action.readStored`.
  package mutating func read(_ response: Result<[Product], any Error>, for token: Token) -> [Action] {
    guard let job = storage, job.token == token else { return [] }
    storage = nil
    var outdated: [Product.ID] = []
    switch response {
    case .success(let rows):
      storeIsExhausted = rows.count < job.limit
      outdated = rows.map(\.id).filter(job.touched.contains)
      append(rows.filter { settings.shows($0) && !job.removed.contains($0.id) }, job)
    case .failure(let error):
      storeIsExhausted = true
      if network == nil, state.offline == nil {
        return end(LoadFailure(error, number: nextToken(), attempt: job.attempt))
      }
    }
    let reread: [Action] = outdated.isEmpty ? [] : [.reread(outdated)]
    // The server's response is worth waiting for at the top, and when the store has nothing more to give.
    if let network, storeIsExhausted || network.isAtTop && state.offline == nil { return reread }
    return reread + settle()
  }

  private mutating func append(_ rows: [Product], _ job: StorageJob) {
    if job.attempt == .refresh {
      state.items = []
      state.contiguousCount = 0
    }
    // Where ids descend, their floor tells.
    let displayed = planner.order == .descendingIDs ? [] : Set(state.items.map(\.id))
    var floor = state.items.last?.id
    if let covered = planner.anchor { floor = min(floor ?? covered, covered) }
    for row in rows where !displayed.contains(row.id) {
      if planner.order == .descendingIDs, let floor, row.id >= floor { continue }
      floor = row.id
      state.items.append(row)
    }
    packFarProducts()
  }

  /// Notes what changed on this device: products that are gone leave; changed ones are to be read again.
  mutating func changed(_ ids: Set<Product.ID>, removed: Set<Product.ID>) -> [Action] {
    network?.touched.formUnion(ids.union(removed))
    network?.removed.formUnion(removed)
    network?.removed.subtract(ids)
    storage?.touched.formUnion(ids)
    storage?.removed.formUnion(removed)
    storage?.removed.subtract(ids)
    newIDs.subtract(removed)
    overlay.remove(removed)
    leave(at: places(of: removed))
    return []
  }

  /// Takes products as they are on this device now: they change where they are displayed, or leave when the feed
  /// shows such ones no more.
  mutating func reread(_ products: [Product]) -> [Action] {
    let latest = Dictionary(products.map { ($0.id, $0) }) { $1 }
    overlay.reread(latest)
    var gone: [Int] = []
    for index in places(of: Set(latest.keys)) {
      guard let update = latest[state.items[index].id], update != state.items[index] else { continue }
      if settings.shows(update) { state.items[index] = update } else { gone.append(index) }
    }
    leave(at: gone)
    return []
  }

  /// Which of these products are displayed, or would be if a write of this device were not.
  func displayed(among ids: Set<Product.ID>) -> [Product.ID] {
    places(of: ids).map { state.items[$0].id } + overlay.localInsertions.keys.filter(ids.contains)
  }

  /// The places of those of these products that are displayed, ascending: found without a walk through a list whose ids
  /// descend, as that may be long.
  private func places(of ids: Set<Product.ID>) -> [Int] {
    guard planner.order == .descendingIDs, ids.count * 8 < state.items.count else {
      return ids.isEmpty ? [] : state.items.indices.filter { ids.contains(state.items[$0].id) }
    }
    return ids.compactMap { id in
      let place = state.items.partitioningIndex { $0.id <= id }
      return place < state.items.count && state.items[place].id == id ? place : nil
    }.sorted()
  }

  private mutating func leave(at places: [Int]) {
    for index in places.reversed() { state.items.remove(at: index) }
    state.contiguousCount -= places.count { $0 < state.contiguousCount }
  }

  /// Packs products far above the end of the list, which the user is reading: a list that was scrolled through for long
  /// stays small. Those that change afterwards are unpacked for good.
  mutating func packFarProducts() {
    packedCount = min(packedCount, state.items.count)
    guard state.items.count - packedCount >= settings.unpackedCount + settings.packSize else { return }
    state.items.pack(packedCount..<packedCount + settings.packSize)
    packedCount += settings.packSize
  }
}

extension Array {
  /// The first index whose element passes `isAfter`, which none before it may do and all after it must; the end when there
  /// is none.
  fileprivate func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
