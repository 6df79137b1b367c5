package import HTTPTypes

extension HTTPFields {
  /// How old a response was on arrival, in seconds, as the caches on its way say: the most that any of them does, as several `Age`
  /// fields arrive as one list. 0 when none says it.
  package var ageOnArrival: Int64 {
    let ages = self[.age]?.split(separator: ",").compactMap { Int64(digits: $0.trimmed, atMost: 1 << 31) }
    return ages?.max() ?? 0
  }
}
