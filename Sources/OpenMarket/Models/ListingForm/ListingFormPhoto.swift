public import Foundation
import OpenMarketStore

/// A photo of a ``ListingFormModel``.
public struct ListingFormPhoto: Sendable, Hashable, Identifiable {
  /// The photo's identity in the form.
  public let id: Int
  /// The photo's address: a file of this device or, in an edit, an address of the server.
  public let url: URL
  /// Whether the photo's file is missing or damaged: remove it and add it again.
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
