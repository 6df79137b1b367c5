/// A queue by priority: the highest priority first, and within it first come, first served. All operations take
/// constant time.
struct PriorityLanes<ID: Hashable> {
  private var lanes: [ArraySlice<ID>] = ImagePriority.allCases.map { _ in [] }
  /// Where each one really waits; what the lanes hold besides is left over from a change.
  private var positions: [ID: ImagePriority] = [:]

  var count: Int { positions.count }

  func priority(of id: ID) -> ImagePriority? { positions[id] }

  /// Adds `id` at the end of a lane, or moves it there from another.
  mutating func set(_ id: ID, _ priority: ImagePriority) {
    guard positions.updateValue(priority, forKey: id) != priority else { return }
    lanes[priority.index].append(id)
  }

  mutating func remove(_ id: ID) { positions[id] = nil }

  /// Takes the next one of at least `lowest` priority.
  mutating func pop(atLeast lowest: ImagePriority = .prefetch) -> ID? {
    for priority in ImagePriority.allCases.reversed() where priority >= lowest {
      while let id = lanes[priority.index].popFirst() {
        guard positions[id] == priority else { continue }
        positions[id] = nil
        return id
      }
      lanes[priority.index] = []
    }
    return nil
  }
}
