// What the store on this device does to what is displayed.
extension FeedMachine {
  /// Takes the response to `Action.readStored`.
  mutating func read(_ response: Result<[Product], any Error>, for token: Token) -> [Action] {
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
        return end(FeedFailure(attempt: job.attempt, error: error, number: nextToken()))
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
    let displayed = Set(state.items.map(\.id))
    var floor = state.items.last?.id
    if let covered = planner.anchor { floor = min(floor ?? covered, covered) }
    for row in rows where !displayed.contains(row.id) {
      if planner.order == .descendingIDs, let floor, row.id >= floor { continue }
      floor = row.id
      state.items.append(row)
    }
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
    leave { removed.contains($0.id) }
    return []
  }

  /// Takes products as they are on this device now: they change where they are displayed, or leave when the feed
  /// shows such ones no more.
  mutating func reread(_ products: [Product]) -> [Action] {
    let latest = Dictionary(products.map { ($0.id, $0) }) { $1 }
    overlay.reread(latest)
    leave { [settings] product in latest[product.id].map { !settings.shows($0) } ?? false }
    for (index, product) in state.items.enumerated() {
      if let update = latest[product.id], update != product { state.items[index] = update }
    }
    return []
  }

  private mutating func leave(where isGone: (Product) -> Bool) {
    guard state.items.contains(where: isGone) else { return }
    state.contiguousCount -= state.items[..<state.contiguousCount].count(where: isGone)
    state.items.removeAll(where: isGone)
  }
}
