import Foundation
import OpenMarketStore
import OpenMarketTestSupport

@testable import OpenMarket

/// What this device writes while somebody scrolls, and what becomes of it.
struct WritesHere {
  var pending: [Int64: PendingWrite] = [:]
  var drafts: [Int64: NewListing] = [:]
  /// What listings have become that the feed has not been told of.
  var accepted: [Int64: Int64] = [:]
  var lastListing: Int64 = 0
  var lookup = 0

  var overlay: PendingOverlay {
    let products =
      pending.map { PendingProduct(id: .init(rawValue: $0), writes: [$1], since: .distantPast) }
      + drafts.map {
        PendingProduct(id: .init(rawValue: $0), writes: [.create($1, photos: [])], since: .distantPast)
      }
    return PendingOverlay(products.map { PendingEntry($0) })
  }
}

extension FeedSchedule {
  /// Enqueues something, or lets something be accepted or refused.
  mutating func writeHere() {
    switch Int.random(in: 0..<24, using: &random) {
    case 0:
      guard let product = machine.displayed.items.randomElement(using: &random) else { return }
      let write: [PendingWrite] = [
        .edit(ProductChanges(name: "책상"), base: EditBase()),
        .edit(ProductChanges(stock: 0), base: EditBase()),
        .delete,
      ]
      writes.pending[product.id.rawValue] = write.randomElement(using: &random)
    case 1:
      writes.lastListing -= 1
      writes.drafts[writes.lastListing] = NewListing(name: "의자", description: "", price: 1)
    case 2: settleEdit()
    case 3: settleListing()
    default: return
    }
    tellMachine()
  }

  private mutating func settleEdit() {
    guard let (id, write) = writes.pending.sorted(by: { $0.key < $1.key }).randomElement(using: &random)
    else { return }
    let isAccepted = Bool.random(using: &random)
    // The list's copies are changed first, as by the outbox.
    switch write {
    case .delete where isAccepted: removeHere(.init(rawValue: id))
    case .edit(let changes, _) where isAccepted && changes.stock == nil:
      if let base = stored[id] {
        stored[id] = base.applying(changes)
        send { $0.changed([base.id], removed: []) }
        send { $0.reread([base.applying(changes)]) }
      }
    default: break
    }
    writes.pending[id] = nil
  }

  private mutating func settleListing() {
    guard let id = writes.drafts.keys.sorted().randomElement(using: &random) else { return }
    writes.drafts[id] = nil
    guard Bool.random(using: &random) else { return }
    market.insertNew()
    guard let number = market.ids.first else { return }
    stored[number] = .sample(number)
    writes.accepted[id] = number
    send { $0.changed([.init(rawValue: number)], removed: []) }
    tellMachine()
    let displayed = machine.displayed
    if !(displayed.items + displayed.pending).contains(where: { $0.id.rawValue == number }) {
      complain("\(number), just accepted, is not displayed")
    }
  }

  private mutating func tellMachine() {
    writes.lookup += 1
    var update = FeedPending(overlay: writes.overlay)
    for id in machine.overlay.localInsertions.keys { update.products[id] = stored[id.rawValue] }
    for listing in machine.overlay.pending.pendingListings {
      if let number = writes.accepted[listing.id.rawValue] { update.accepted[listing.id] = stored[number] }
    }
    let lookup = writes.lookup
    send { $0.pendingChanged(update, lookup: lookup) }
  }

  /// What the reader sees is what the windows have shown, but for pending writes here.
  mutating func checkDisplayed() {
    let (state, displayed) = (machine.state, machine.displayed)
    let ids = displayed.items.map { $0.id.rawValue }
    guard zip(ids, ids.dropFirst()).allSatisfy({ $0 > $1 }) else { return complain("displayed: \(ids)") }
    let above = displayed.pending.map(\.id)
    guard Set(above).count == above.count, Set(above).isDisjoint(with: displayed.items.map(\.id)) else {
      return complain("displayed twice: \(above) above \(ids)")
    }
    guard Set(above.filter(\.isLocal).map(\.rawValue)) == Set(writes.drafts.keys) else {
      return complain("listings: \(above), not \(writes.drafts.keys)")
    }
    let expected = Set(state.items.filter { !isHidden($0.id.rawValue) }.map { $0.id.rawValue })
    guard expected.isSubset(of: ids) else { return complain("missing: \(expected.subtracting(ids))") }
    guard !ids.contains(where: isHidden) else { return complain("displayed though sold or deleted") }
    guard (0...ids.count).contains(displayed.contiguousCount) else {
      return complain("contiguous count displayed")
    }
  }

  private func isHidden(_ id: Int64) -> Bool {
    switch writes.pending[id] {
    case .delete?: true
    case .edit(let changes, _)?: changes.stock == 0
    case .create?, nil: false
    }
  }
}
