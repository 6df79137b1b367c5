/// The pages of a list that overlap what is covered, and bring what follows.
struct WindowChoice: Sendable, Hashable {
  /// Where the last product covered is.
  var place: Int
  /// How many places after that bring nothing.
  var hidden: Int
  /// How many covered places a page shows again, at least.
  var overlap: Int

  /// Chooses among pages of all sizes up to `greatest` one that brings about `count` places, 1 to `greatest`; `nil` when none
  /// overlaps and brings anything.
  ///
  /// Of pages between three quarters and one and a half times as long as wanted it is the one that shows least again for
  /// each new product. Much longer ones would show still less again, but more than is wanted.
  func window(bringing count: Int, upTo greatest: Int) -> ListWindow? {
    let least = count - count / 4
    let most = min(greatest, max((hidden + count) * 2, 10))
    return thriftiest(
      among: least...max(least, min(greatest, hidden + count + count / 2)), bringing: least)
      ?? best(among: min(count, (most + 1) / 2)...most, bringing: count)
      ?? best(among: min(2, greatest)...greatest, bringing: 1)
  }

  private func candidate(_ size: Int) -> (window: ListWindow, gain: Int) {
    let window = ListWindow(page: place / size + 1, size: size)
    return (window, window.end - place - 1 - hidden)
  }

  /// The page with fewest places for each one that it brings, of those with at least `count`; the shorter of two. A
  /// request costs as much as a third of that many places.
  private func thriftiest(among sizes: ClosedRange<Int>, bringing count: Int) -> ListWindow? {
    let request = count / 3
    var best: (window: ListWindow, gain: Int)?
    for size in sizes {
      let (window, gain) = candidate(size)
      let isSafe = window.start == 0 || place - window.start + 1 >= overlap
      guard gain >= count, isSafe else { continue }
      if let best, (best.window.size + request) * gain <= (size + request) * best.gain { continue }
      best = (window, gain)
    }
    return best?.window
  }

  /// The smallest page that brings at least `count` places, else the one that brings most.
  private func best(among sizes: ClosedRange<Int>, bringing count: Int) -> ListWindow? {
    var best: (window: ListWindow, gain: Int)?
    for size in sizes {
      let (window, gain) = candidate(size)
      if gain >= count { return window }
      if gain > best?.gain ?? 0 { best = (window, gain) }
    }
    return best?.window
  }
}
