public import Foundation
import OpenMarketStore

/// A photo of a ``ListingFormModel``.
public struct ListingFormPhoto: Sendable, Hashable, Identifiable {
  /// Its identity in the form.
  public let id: Int
  /// Where it can be loaded from: a file of this device, or an address of the server in an edit.
  public let url: URL
  /// Whether its file is gone or damaged: remove it and add it again.
  public internal(set) var isMissing = false
  /// Its copy beside the queue; `nil` in an edit.
  let stored: StoredPhoto?

  init(id: Int, url: URL, stored: StoredPhoto? = nil) {
    (self.id, self.url, self.stored) = (id, url, stored)
  }
}

extension [ListingFormPhoto] {
  /// Moves elements as SwiftUI's `onMove` says it; positions that there are not are left aside.
  mutating func move(from source: IndexSet, to destination: Int) {
    let source = source.filteredIndexSet { indices.contains($0) }
    let place = Swift.min(Swift.max(0, destination), count)
    let moved = source.map { self[$0] }
    let target = place - source.count(in: 0..<place)
    removeAll(at: source)
    insert(contentsOf: moved, at: target)
  }

  /// Removes elements; positions that there are not are left aside.
  mutating func removeAll(at offsets: IndexSet) {
    self = enumerated().filter { !offsets.contains($0.offset) }.map(\.element)
  }
}
