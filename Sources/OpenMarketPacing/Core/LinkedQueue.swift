/// First in, first out, with removal from anywhere in constant time: a doubly linked list in a dictionary.
package struct LinkedQueue<ID: Hashable, Value> {
  private struct Node {
    let value: Value
    var previous: ID?
    var next: ID?
  }

  private var nodes: [ID: Node] = [:]
  private var first: ID?
  private var last: ID?

  package init() {}

  package var isEmpty: Bool { first == nil }
  package var count: Int { nodes.count }

  /// Whether there is a value by this name.
  package func contains(_ id: ID) -> Bool { nodes[id] != nil }

  /// Adds a value at the end, by a name that no other one has.
  package mutating func append(_ value: Value, id: ID) {
    nodes[id] = Node(value: value, previous: last)
    if let last { nodes[last]?.next = id } else { first = id }
    last = id
  }

  package mutating func popFirst() -> Value? {
    first.flatMap { remove($0) }
  }

  /// Takes the value by this name.
  package mutating func remove(_ id: ID) -> Value? {
    guard let node = nodes.removeValue(forKey: id) else { return nil }
    if let previous = node.previous { nodes[previous]?.next = node.next } else { first = node.next }
    if let next = node.next { nodes[next]?.previous = node.previous } else { last = node.previous }
    if nodes.isEmpty { nodes = [:] }  // A crowd of waiters comes once; its memory is not kept.
    return node.value
  }
}
