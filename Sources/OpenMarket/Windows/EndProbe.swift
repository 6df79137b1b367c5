/// A page below everything covered, which is asked for to learn whether anything is there.
///
/// An empty one is the end of a list whose server says nothing of it: more hidden products in a row than that page has, and than
/// the planner's last window reaches, cannot be told from an end. Where the server says that more follows, pages farther below are
/// tried too, at distances that double.
struct EndProbe: Sendable, Hashable {
  /// No farther below is anything looked for.
  private static let greatestDistance = 2_000
  private static let leastSize = 5

  private(set) var window: ListWindow
  /// Whether the server says that more follows.
  let expectsMore: Bool
  private let place: Int

  /// Begins right below a window that brought nothing new, or little; the last product covered is at `place`. A page that is not
  /// longer than the longest that there was is where it seems to be.
  init(below covered: ListWindow, place: Int, longest: Int, expectsMore: Bool) {
    let size = longest == 0 ? covered.size : min(covered.size, max(Self.leastSize, longest))
    let start = size == covered.size ? covered.end : place + 1
    window = ListWindow(page: start / size + 1, size: size)
    (self.place, self.expectsMore) = (place, expectsMore)
  }

  /// Goes on after a response with nothing that is below what is covered.
  /// - Returns: Whether another page is worth asking for.
  mutating func goOn(after response: WindowResponse) -> Bool {
    var next = window.end
    if response.entryCount == 0 {
      // A count of no more than is covered is wrong.
      let count = response.totalCount.map { $0 > place + 1 ? $0 : .max } ?? .max
      next = min(place + 2 * (window.end - place), count - 1)
      guard expectsMore, response.hasNext != false, next >= window.end,
        next < place + Self.greatestDistance
      else { return false }
    }
    window.page = next / window.size + 1
    return true
  }
}
