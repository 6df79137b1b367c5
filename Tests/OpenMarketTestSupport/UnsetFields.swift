/// The names of the fields of `value` that are `nil` or empty: what a sample that has every field must set.
package func unsetFields(of value: Any) -> Set<String> {
  Set(Mirror(reflecting: value).children.filter { isUnset($0.value) }.compactMap(\.label))
}

private func isUnset(_ value: Any) -> Bool {
  if let text = value as? String { return text.isEmpty }
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .optional, .collection: return mirror.children.isEmpty
  case .struct: return !mirror.children.isEmpty && mirror.children.allSatisfy { isUnset($0.value) }
  default: return false
  }
}
