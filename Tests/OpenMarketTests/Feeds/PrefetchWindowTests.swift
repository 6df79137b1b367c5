import Foundation
import Synchronization
import Testing

@testable import OpenMarket

/// A list of products with these ids, and a window that looks three ahead.
@Suite("PrefetchWindow")
struct PrefetchWindowTests {
  private var window = PrefetchWindow(distance: 3)

  private func items(_ ids: some Sequence<Int64>) -> [Product] {
    ids.map { Product(id: .init(rawValue: $0), vendorID: 1, name: "", currency: nil, price: 1, stock: 1) }
  }

  private func numbers(_ change: PrefetchWindow.Change) -> (begun: [Int64], ended: Set<Int64>) {
    (change.begun.map(\.id.rawValue), Set(change.ended.map(\.rawValue)))
  }

  @Test("what comes next is begun once, and released when it was passed by more than a screenful")
  mutating func scrolling() {
    let list = items(0..<30)
    var begun: [Int64] = []
    var ended: [Int64] = []
    for id in Int64(0)..<20 {
      let change = numbers(window.appeared(.init(rawValue: id), in: list))
      begun += change.begun
      ended += change.ended
    }
    #expect(begun == Array(1...22))
    #expect(ended == Array(1...12))
  }

  @Test("rows of one screen may appear in any order")
  mutating func anyOrder() {
    let list = items(0..<30)
    #expect(numbers(window.appeared(5, in: list)).begun == [6, 7, 8])
    for id: Product.ID in [4, 3, 0, 2, 1] {
      let change = numbers(window.appeared(id, in: list))
      #expect(change.begun.isEmpty && change.ended.isEmpty)
    }
  }

  @Test("after a jump, up or down, it is what comes next there", arguments: [2, 27] as [Int64])
  mutating func jump(to id: Int64) {
    let list = items(0..<40)
    _ = window.appeared(15, in: list)
    let change = numbers(window.appeared(.init(rawValue: id), in: list))
    #expect(change.begun == [id + 1, id + 2, id + 3])
    #expect(change.ended == [16, 17, 18])
  }

  @Test("a page that arrives brings what was missing; products that left the list are released")
  mutating func changes() {
    #expect(numbers(window.appeared(1, in: items(0..<3))).begun == [2])
    #expect(numbers(window.changed(items(0..<10))).begun == [3, 4])
    let change = numbers(window.changed(items([0, 1, 3, 4, 5, 6])))
    #expect(change.begun == [5] && change.ended == [2])
  }

  @Test("a list that shrinks to nothing, or loses what was on the screen, is no trouble")
  mutating func shrinking() {
    _ = window.appeared(5, in: items(0..<10))
    let change = numbers(window.changed(items([7, 8, 9])))
    #expect(change.begun.isEmpty && change.ended == [6])
    #expect(numbers(window.changed([])).ended == [7, 8])
    #expect(numbers(window.changed(items(0..<3))).begun == [1, 2])
  }

  /// Tells of its end.
  private final class Work: Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
  }

  @Test("what is released together is released from the last product on, so that none of it begins meanwhile")
  func order() {
    let ended = Mutex<[Int64]>([])
    let prefetcher = FeedPrefetcher(
      { product in Work { ended.withLock { $0.append(product.id.rawValue) } } }, distance: 10)
    prefetcher.appeared(0, in: items(0..<100))
    prefetcher.appeared(60, in: items(0..<100))
    #expect(ended.withLock { $0 } == (1...10).reversed())
  }

  @Test("a product that is not in the list, and a distance of 0, begin nothing")
  func nothing() {
    var window = window
    #expect(window.appeared(99, in: items(0..<3)).begun.isEmpty)
    var blind = PrefetchWindow(distance: 0)
    #expect(blind.appeared(1, in: items(0..<3)).begun.isEmpty)
  }
}
